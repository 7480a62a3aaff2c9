from urllib.error import HTTPError

import pytest
from conftest import send


def list_customers(mock):
    """Stands for a function of your application."""
    return send("GET", f"{mock.base_url}/api/customers", mock.token)["data"]


def test_lists_a_new_customer(mock):
    mock.control("POST", "db/customers", {"name": "Acme", "type": "company"})
    assert "Acme" in [customer["name"] for customer in list_customers(mock)]


def test_starts_with_the_seed(mock):
    assert "Acme" not in [customer["name"] for customer in list_customers(mock)]


def test_reports_an_outage(mock):
    mock.control("POST", "faults", {"on": "customers.list", "status": 503})
    with pytest.raises(HTTPError, match="503"):
        list_customers(mock)
    assert mock.control("GET", "journal/last")["response"]["status"] == 503
