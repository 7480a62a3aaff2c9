/** The definitions of Faker that `generate` uses. The build replaces this module by its exported value. */
import { base, en, en_US, type LocaleDefinition, mergeLocales } from '@faker-js/faker';

const used: Readonly<Record<string, readonly string[]>> = {
  animal: ['type'],
  color: ['human'],
  commerce: ['department', 'product_description', 'product_name'],
  company: ['adjective', 'descriptor', 'legal_entity_type', 'name_pattern', 'noun'],
  food: ['adjective'],
  location: [
    'city_pattern',
    'city_prefix',
    'city_suffix',
    'country',
    'postcode_by_state',
    'state_abbr',
    'street_name',
    'street_pattern',
    'street_suffix',
  ],
  person: ['first_name', 'last_name', 'last_name_pattern'],
  phone_number: ['format'],
  science: ['chemical_element'],
  word: ['adjective'],
};

const all = mergeLocales([en_US, en, base]);

export const locale: LocaleDefinition = Object.fromEntries(
  Object.entries(used).map(([category, names]) => [
    category,
    Object.fromEntries(names.map((name) => [name, all[category]?.[name]])),
  ]),
);
