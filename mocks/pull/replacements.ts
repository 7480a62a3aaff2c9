import { createHmac } from 'node:crypto';
import { sampleNames } from '../seed/sample-names.ts';
import type { PersonalKind } from './personal-fields.ts';

/** Returns the replacement of a text. `record` is the record that has the text. */
export type Replace = (kind: PersonalKind, text: string, record: Readonly<Record<string, unknown>>) => string;

/**
 * Creates a function that replaces personal texts. The same key, kind and text lead to the same replacement. Without
 * the key, nobody can find out whether a guess of a text leads to a replacement.
 */
export function createReplace(key: Uint8Array): Replace {
  const hash = (kind: string, text: string): Hash => {
    const digest = createHmac('sha256', key).update(`${kind}\n${text}`).digest();
    return { number: digest.readUIntBE(0, 6), hex: digest.toString('hex', 6, 12) };
  };
  const firstName = (text: string) => firstNameOf(hash('firstName', text));
  const lastName = (text: string) => lastNameOf(hash('lastName', text));
  return (kind, text, record) => {
    if (kind === 'firstName') return firstName(text);
    if (kind === 'lastName') return lastName(text);
    if (kind !== 'customerName') return generators[kind](hash(kind, text));
    if (record['type'] !== 'individual') return companyOf(hash(kind, text));
    // Like the contact with the same name.
    const [, first = '', last = text] = /^(.*\S)\s+(\S+)$/.exec(text.trim()) ?? [];
    return `${firstName(first)} ${lastName(last)}`;
  };
}

interface Hash {
  /** A whole number below 2^48. */
  readonly number: number;
  /** 12 digits. */
  readonly hex: string;
}

/** The number of different names. It is large, so that different texts rarely get equal names. */
const names = 8_000_000;

const companyOf = ({ number }: Hash) => sampleNames.company(1 + (number % names));

/** The name of a tree or a place. The first name of a person could be that of another person in the data. */
const firstNameOf = ({ number }: Hash) => sampleNames.street(1 + (number % 10)).replace(/ .*/, '');

const lastNameOf = ({ number }: Hash) => `Sample ${number % names}`;

const generators: Readonly<
  Record<Exclude<PersonalKind, 'customerName' | 'firstName' | 'lastName'>, (hash: Hash) => string>
> = {
  email: ({ hex }) => `contact-${hex}@customer.example`,
  // Numbers with 555-01 belong to nobody.
  phone: ({ number }) => `+1 ${200 + (number % 800)} 555 01${digits(Math.floor(number / 800), 2)}`,
  street: ({ number }) => `${1 + (number % 9999)} ${sampleNames.street(1 + (Math.floor(number / 9999) % 30))}`,
  city: ({ number }) => `Springfield ${1 + (number % 100_000)}`,
  region: ({ number }) => `Region ${1 + (number % 1000)}`,
  postalCode: ({ number }) => digits(number, 5),
  taxId: ({ number }) => `XX${digits(number, 12)}`,
  url: ({ hex }) => `https://logos.example/${hex}.svg`,
  externalId: ({ hex }) => `EXT-${hex}`,
  freeText: ({ hex }) => `Sample text ${hex}`,
};

function digits(number: number, count: number): string {
  return String(number % 10 ** count).padStart(count, '0');
}
