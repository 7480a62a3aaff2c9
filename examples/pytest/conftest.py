"""Gives each worker of pytest a sandbox of the mock, and resets it before each test."""

import json
import os
from urllib.request import Request, urlopen

import pytest


def send(method, url, token=None, body=None):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, headers, method=method)) as response:
        return json.load(response)


class Mock:
    """A sandbox. Your application gets its base_url and token."""

    def __init__(self, sandbox):
        self.base_url = sandbox["baseUrl"]
        self.token = sandbox["apiToken"]
        self._control_url = sandbox["controlUrl"]
        self._control_token = sandbox["controlToken"]

    def control(self, method, path, body=None):
        """Calls a route of the control API, for example control("POST", "faults", {...})."""
        return send(method, self._control_url + path, self._control_token, body)


@pytest.fixture(scope="session")
def sandbox():
    # `masterdata-sdk mock -- pytest` sets the URL.
    sandboxes = os.environ["MASTERDATA_BASE_URL"] + "/__mock/sandboxes"
    token = os.environ.get("MASTERDATA_CONTROL_TOKEN")
    created = send("POST", sandboxes, token, {})
    yield Mock(created)
    send("DELETE", f"{sandboxes}/{created['name']}", token)


@pytest.fixture
def mock(sandbox):
    sandbox.control("POST", "reset")
    return sandbox
