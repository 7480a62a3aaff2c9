/** Each entry reads: the operation, in brackets what a report must name, and the cause. `|` separates equal names. */
export const bugsOfCustomers = {
  'customer-name-html-escaped':
    'POST /api/customers [name] The name of a customer is stored with HTML entities: & becomes &amp;.',
  'customer-name-ascii-only':
    'POST /api/customers [name] Letters beyond ASCII in the name of a customer are replaced by question marks.',
  'customer-type-wrong-accepted':
    'POST /api/customers [type] A customer can be created with a type that is neither company nor individual.',
  'customer-type-uppercase-accepted':
    'POST /api/customers [type] The type of a customer is compared without regard to case: Company is accepted.',
  'customer-type-not-required': 'POST /api/customers [type] A customer can be created without a type.',
  'customer-logo-lowercased': 'POST /api/customers [logo] The whole URL of the logo is stored in lower case.',
  'customer-logo-not-stored': 'POST /api/customers [logo] The logo of a new customer is not stored.',
  'customer-segment-not-stored': 'POST /api/customers [segment_id] The segment of a new customer is not stored.',
  'customer-erp-as-number':
    'POST /api/customers [id_erp] The id_erp of a customer passes through a number and loses its leading zeros.',
  'customer-tax-ids-first-only': 'POST /api/customers [tax_ids] Only the first of several tax ids is stored.',
  'customer-tax-ids-second-unchecked':
    'POST /api/customers [tax_ids] Only the first tax id is validated: a second one without tax_value is accepted.',
  'customer-tax-value-uppercased': 'POST /api/customers [tax_ids] The value of a tax id is stored in upper case.',
  'customer-get-no-tax-ids': 'GET /api/customers/{id} [tax_ids] Get Customer does not return the tax ids.',
  'customer-address-ids-latest-only':
    'GET /api/customers/{id} [address_ids] The address_ids of a customer contain only the newest address.',
  'customer-created-with-links':
    'POST /api/customers [contact_ids|address_ids] The create response carries contact_ids and address_ids.',
  'customer-read-foreign': 'GET /api/customers/{id} [workspace] A customer of another workspace can be read.',
  'customers-list-last-missing': 'GET /api/customers [list|missing] The list of customers lacks the newest customer.',
  'customers-list-tax-ids': 'GET /api/customers [tax_ids] The list of customers carries tax_ids.',
  'customers-list-no-address-ids': 'GET /api/customers [address_ids] The list of customers lacks address_ids.',

  'contact-name-trimmed':
    'PATCH /api/contacts/{id} [first_name|last_name] Spaces around the names of a contact are cut off.',
  'contact-email-lowercased':
    'PATCH /api/contacts/{id} [email] The e-mail address of a contact is stored in lower case.',
  'contact-role-wrong-accepted': 'PATCH /api/contacts/{id} [role] A role that does not exist is accepted.',
  'contact-role-first-checked': 'PATCH /api/contacts/{id} [role] Only the first of several roles is validated.',
  'contact-role-first-only': 'PATCH /api/contacts/{id} [role] Only the first of several roles is stored.',
  'contact-role-empty-ignored': 'PATCH /api/contacts/{id} [role] An empty list of roles leaves the old roles.',
  'contact-crm-resets-others':
    'PATCH /api/contacts/{id} [id_erp|id_accounting] Sending one external identifier resets the other two to null.',
  'contact-phone-null-ignored': 'PATCH /api/contacts/{id} [phone] null does not clear the phone.',
  'contact-patch-answers-body':
    'PATCH /api/contacts/{id} [response|data|required|missing] The answer of PATCH carries only the id and the fields that were sent.',
  'contact-created-at-changed': 'PATCH /api/contacts/{id} [created_at] Each update of a contact changes created_at.',
  'contact-rejected-partly': 'PATCH /api/contacts/{id} [reject] A rejected update stores the fields that were valid.',
  'contact-customer-changed': 'PATCH /api/contacts/{id} [customer_id] The customer of a contact can be changed.',
  'contact-unknown-null': 'GET /api/contacts/{id} [not found] An unknown contact is answered with success and null.',
  'contact-patch-foreign': 'PATCH /api/contacts/{id} [workspace] A contact of another workspace can be changed.',
  'contact-address-ids-empty': 'GET /api/contacts/{id} [address_ids] The address_ids of a contact are always empty.',

  'address-city-latin-only':
    'POST /api/addresses [city] Letters beyond Latin-1 in the city are dropped: Łódź loses its first letter.',
  'address-line-spaces-collapsed': 'POST /api/addresses [address_line1] Two spaces in the street address become one.',
  'address-postal-code-as-number':
    'POST /api/addresses [postal_code] The postal code passes through a number and loses its leading zeros.',
  'address-country-any-letters':
    'POST /api/addresses [country] A country of three letters is accepted instead of an alpha-2 code.',
  'address-country-lowercased': 'PATCH /api/addresses/{id} [country] The country is stored in lower case.',
  'address-country-not-required': 'POST /api/addresses [country] An address can be created without a country.',
  'address-type-unchecked-in-patch':
    'PATCH /api/addresses/{id} [type] PATCH accepts a type that is neither billing nor shipping.',
  'address-customer-id-unchecked':
    'POST /api/addresses [customer_id] An address can be created with a customer_id that is no UUID.',
  'address-comment-not-stored': 'POST /api/addresses [comment] The comment of a new address is not stored.',
  'address-contact-not-stored': 'POST /api/addresses [contact_id] The contact of a new address is not stored.',
  'address-null-as-text': 'PATCH /api/addresses/{id} [state] Clearing the state with null stores the text "null".',
  'address-patch-replaces':
    'PATCH /api/addresses/{id} [address_line2] PATCH clears the optional fields that are not sent, such as address_line2.',
  'address-customer-changed': 'PATCH /api/addresses/{id} [customer_id] The customer of an address can be changed.',
  'address-foreign-customer':
    'POST /api/addresses [workspace] An address can be created for a customer of another workspace.',
  'address-rejected-created': 'POST /api/addresses [reject] A rejected address appears in the list all the same.',
  'addresses-filter-ignored': 'GET /api/addresses [customer_id] The filter customer_id is ignored.',
  'addresses-filter-unknown-all':
    'GET /api/addresses [customer_id] Filtering by a customer without addresses returns all addresses.',
  'addresses-filter-last-missing':
    'GET /api/addresses [customer_id] The list filtered by a customer lacks the last address.',
  'addresses-list-first-missing': 'GET /api/addresses [list|missing] The list of addresses lacks the first address.',
  'addresses-filter-foreign':
    'GET /api/addresses [workspace] The filter customer_id finds the addresses of another workspace.',
} as const;
