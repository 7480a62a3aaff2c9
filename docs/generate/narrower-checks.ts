import type * as z from 'zod/mini';
import { country } from '../../src/contract/country-codes.ts';
import { apiName, email, timestamp, url, uuid } from '../../src/contract/fields.ts';

/** A check of the contract that accepts less than a sentence of the specification could mean. */
export interface NarrowerCheck {
  readonly sentence: string;
  readonly schema: z.ZodMiniType<string>;
  /** The values that the check accepts. */
  readonly accepts: string;
  /** Kinds of values that the check rejects, with examples. */
  readonly rejects: readonly (readonly [kind: string, ...examples: string[]])[];
}

/** The checks of all texts with a format. A test verifies that each check is here and rejects its examples. */
export const narrowerChecks: readonly NarrowerCheck[] = [
  {
    sentence: 'Identifiers of records are UUIDs.',
    schema: uuid,
    accepts: '32 hexadecimal digits in five groups, in upper or lower case, of any version',
    rejects: [
      ['no hyphens', '0b0b0b0b0b0b4b0b8b0b0b0b0b0b0b0b'],
      ['braces', '{0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b}'],
      ['URNs', 'urn:uuid:0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b'],
    ],
  },
  {
    sentence: 'Timestamps are ISO 8601 strings.',
    schema: timestamp,
    accepts: 'a calendar date and a time down to the hour, minute or second, with or without an offset',
    rejects: [
      ['dates without a time', '2026-01-31'],
      ['week dates and ordinal dates', '2026-W05-6T09:00Z', '2026-031T09:00Z'],
      ['years that have not four digits', '+002026-01-31T09:00Z'],
      ['fractions of hours and minutes', '2026-01-31T09.5Z', '2026-01-31T09:00.5Z'],
      ['the end of a day as 24:00, and leap seconds', '2026-01-31T24:00Z', '2026-06-30T23:59:60Z'],
    ],
  },
  {
    sentence: 'Most resources have a field `api_name`, a snake_case identifier.',
    schema: apiName,
    accepts: 'words of `a` to `z` and digits with single underscores between them, with a letter first',
    rejects: [
      ['a digit first', '3d_printer'],
      ['other underscores', '_desk', 'desk_', 'office__desk'],
      ['other letters', 'büro'],
    ],
  },
  {
    sentence: 'Customer `logo`: URL',
    schema: url,
    accepts: 'the URLs that `new URL()` parses without a base',
    rejects: [
      ['relative URLs', '/halm.svg', '//assets.example.com/halm.svg'],
      ['URLs without a scheme', 'assets.example.com/halm.svg'],
    ],
  },
  {
    sentence: 'Contact `email`: string, e-mail address',
    schema: email,
    accepts: 'one `@` between two parts without white space',
    rejects: [['quoted local parts with white space or `@`', '"Ada King"@example.com', '"ada@home"@example.com']],
  },
  {
    sentence: 'Address `country`: ISO 3166-1 alpha-2 code',
    schema: country,
    accepts: 'the 249 officially assigned codes',
    rejects: [
      ['lower case', 'de'],
      ['reserved codes', 'EU', 'UK'],
      ['codes that users assign', 'XK'],
    ],
  },
];
