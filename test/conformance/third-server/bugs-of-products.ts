export const bugsOfProducts = {
  'product-name-two-rejected': 'PATCH /api/products/{id} [name] A name of exactly 2 characters is rejected.',
  'product-name-one-accepted': 'POST /api/products [name] A product can be created with a name of 1 character.',
  'product-name-one-accepted-in-patch': 'PATCH /api/products/{id} [name] A name of 1 character is accepted.',
  'product-description-cut': 'PATCH /api/products/{id} [description] A description is cut after 255 characters.',
  'product-inactive-ignored': 'POST /api/products [is_active] A product created with is_active: false is active.',
  'product-weight-zero-null': 'PATCH /api/products/{id} [weight] A weight of 0 is stored as null.',
  'product-pack-as-integer': 'POST /api/products [unit_per_pack] The number of units per pack loses its decimals.',
  'product-number-as-text': 'PATCH /api/products/{id} [height] A height sent as text is accepted and returned as text.',
  'product-width-is-height': 'POST /api/products [width|height] The width and the height are swapped.',
  'product-length-unit-in-weight-unit':
    'PATCH /api/products/{id} [length_unit|weight_unit] The length unit is written to the weight unit.',
  'product-recurrence-wrong-accepted':
    'POST /api/products [recurrence_type] A product can be created with an unknown recurrence_type.',
  'product-recurrence-constant':
    'GET /api/products/{id} [recurrence_type] The recurrence_type in the settings is always one_off.',
  'product-categories-first-only': 'POST /api/products [category_ids] Only the first of several categories is linked.',
  'product-categories-added':
    'PATCH /api/products/{id} [category_ids|categories] category_ids adds categories instead of replacing them.',
  'product-categories-empty-ignored':
    'PATCH /api/products/{id} [category_ids|categories] An empty list of category_ids leaves the old categories.',
  'product-catalogs-first-only':
    'POST /api/products [catalog_ids|catalogs] Only the first of several catalogs is linked.',
  'product-foreign-category':
    'PATCH /api/products/{id} [workspace] A product can be put into a category of another workspace.',
  'product-identifiers-reset':
    'PATCH /api/products/{id} [identifiers] Sending one identifier resets the other identifiers.',
  'product-shipping-reset':
    'PATCH /api/products/{id} [shipping] Sending one value of shipping resets the other values.',
  'product-sku-resets-ledger':
    'PATCH /api/products/{id} [ledger_account] Sending inventory[sku] resets the ledger account.',
  'product-patch-activates':
    'PATCH /api/products/{id} [is_active] Every PATCH without is_active activates the product.',
  'product-patch-drops-image':
    'PATCH /api/products/{id} [primary_image_id] Every PATCH without primary_image_id removes the primary image.',
  'product-image-null-ignored': 'PATCH /api/products/{id} [primary_image_id] null does not remove the primary image.',
  'product-customs-code-not-stored':
    'PATCH /api/products/{id} [harmonized_system_code] The harmonized system code is not stored.',
  'product-ledger-not-stored': 'POST /api/products [ledger_account] The ledger account of a new product is not stored.',
  'product-brackets-ignored':
    'POST /api/products [shipping] Keys with brackets are ignored: the shipping of a new product stays empty.',
  'product-brackets-unknown':
    'PATCH /api/products/{id} [identifiers] Keys with brackets, such as identifiers[crm], are rejected as unknown.',
  'product-inherit-not-stored':
    'PATCH /api/products/{id} [description_inherit_from_product] description_inherit_from_product is not stored.',
  'product-updated-at-old':
    'PATCH /api/products/{id} [updated_at] The answer of PATCH carries the updated_at from before.',
  'product-patch-no-prices': 'PATCH /api/products/{id} [prices] The answer of PATCH lacks the prices.',
  'product-rejected-partly':
    'PATCH /api/products/{id} [reject] A PATCH that is rejected for an unknown field stores the other fields.',
  'product-rejected-leaves-parent':
    'POST /api/products [reject|parent] A rejected creation leaves a product parent behind.',
  'product-create-as-read':
    'POST /api/products [catalog_ids|category_ids|catalogs|categories] The create response has the read shape: catalogs and categories.',
  'product-get-language-id':
    'GET /api/products/{id} [language_code|language_id] The settings carry language_id instead of language_code.',
  'product-not-default': 'POST /api/products [is_default] The product that a creation makes is not the default one.',
  'product-patch-api-name-ignored':
    'PATCH /api/products/{id} [api_name] An api_name in a PATCH is ignored instead of rejected.',
  'product-patch-unknown-ignored':
    'PATCH /api/products/{id} [unknown] An unknown field in a PATCH is ignored instead of rejected.',
  'product-patch-read-only-ignored':
    'PATCH /api/products/{id} [read-only|is_default|workspace_id|created_at|product_parent_id] A read-only field in a PATCH is ignored instead of rejected.',
  'product-patch-status': 'PATCH /api/products/{id} [400] A body that fails validation is answered with 422.',
  'product-patch-no-field-named':
    'PATCH /api/products/{id} [details] The details of a rejected PATCH do not name the field.',
  'product-malformed-as-unknown':
    'GET /api/products/{id} [malformed|format] A malformed product id is answered as an unknown product.',
  'product-unknown-crash': 'GET /api/products/{id} [not found] An unknown product is answered with 500.',

  'price-percent-zero-rejected': 'PATCH /api/prices/{id} [percent] A percent of 0 is rejected.',
  'price-percent-hundred-rejected': 'PATCH /api/prices/{id} [percent] A percent of 100 is rejected.',
  'price-percent-above': 'PATCH /api/prices/{id} [percent] A percent above 100 is accepted.',
  'price-percent-below': 'PATCH /api/prices/{id} [percent] A negative percent is accepted.',
  'price-amount-rounded': 'PATCH /api/prices/{id} [amount] The amount is rounded to two decimals.',
  'price-amount-negative': 'PATCH /api/prices/{id} [amount] A negative amount is accepted.',
  'price-amount-zero': 'PATCH /api/prices/{id} [amount] An amount of 0 is accepted.',
  'price-amount-as-text': 'PATCH /api/prices/{id} [amount] The amount is returned as text.',
  'price-cost-as-integer': 'PATCH /api/prices/{id} [cost] The cost loses its decimals.',
  'price-floor-zero-null': 'PATCH /api/prices/{id} [floor_price] A floor price of 0 is stored as null.',
  'price-false-ignored': 'PATCH /api/prices/{id} [is_setup] is_setup: false is ignored.',
  'price-model-wrong-accepted': 'PATCH /api/prices/{id} [pricing_model] An unknown pricing model is accepted.',
  'price-engagement-wrong-accepted': 'PATCH /api/prices/{id} [engagement_type] An unknown engagement type is accepted.',
  'price-scope-wrong-accepted':
    'PATCH /api/prices/{id} [price_percentage_type] An unknown price_percentage_type is accepted.',
  'price-tiers-first-only': 'PATCH /api/prices/{id} [volume_tiers] Only the first of several volume tiers is stored.',
  'price-identifiers-reset':
    'PATCH /api/prices/{id} [identifiers] Sending one identifier resets the other identifiers.',
  'price-identifiers-ignored': 'PATCH /api/prices/{id} [identifiers] identifiers[erp] is not stored.',
  'price-patch-clears-flags':
    'PATCH /api/prices/{id} [is_pay_as_you_go] Every PATCH without is_pay_as_you_go sets it to false.',
  'price-frequency-not-stored': 'PATCH /api/prices/{id} [billing_frequency_id] billing_frequency_id is not stored.',
  'price-period-null-ignored': 'PATCH /api/prices/{id} [period_duration] null does not clear period_duration.',
  'price-not-enriched':
    'PATCH /api/prices/{id} [currency_name|pricebook_name|product_variant_name] The answer lacks the enriched fields, such as currency_name.',
  'price-pricebook-changed': 'PATCH /api/prices/{id} [pricebook_id] The pricebook of a price can be changed.',
  'price-stale-in-product':
    'GET /api/products/{id} [amount] The prices of a product show the amount from before the update of the price.',
  'price-amount-shown-unless-flat':
    'GET /api/products/{id} [amount] The prices of a product show an amount although the pricing model is not flat.',
  'price-patch-creates': 'PATCH /api/prices/{id} [not found] Updating an unknown price creates it.',
  'price-patch-foreign': 'PATCH /api/prices/{id} [workspace] A price of another workspace can be changed.',
} as const;
