import { expect, test } from 'vitest';
import { guessMapping, parseCsvFile, readCsvFile } from '../../mocks/workbench/pages/records/csv-columns.ts';

const header = 'First name;LAST-NAME;E-Mail;customer.id_erp;Remark';

test('the columns of a file are mapped by names that differ in case, accents and separators', () => {
  const file = readCsvFile(`${header}\nIda;Brandt;ida@brandt.example;K-1;new`);
  expect(file.columns.map(({ example }) => example)).toEqual(['Ida', 'Brandt', 'ida@brandt.example', 'K-1', 'new']);
  const mapping = guessMapping(file, 'contacts');
  expect(mapping).toEqual({
    'First name': 'first_name',
    'LAST-NAME': 'last_name',
    'E-Mail': 'email',
    'customer.id_erp': 'customer.id_erp',
    Remark: null,
  });
  const parsed = parseCsvFile(file, 'contacts', mapping);
  expect(parsed.rows).toMatchObject({ contacts: [{ first_name: 'Ida', email: 'ida@brandt.example' }] });
});

test('two columns of a file do not become the same column', () => {
  const file = readCsvFile('Name,name,NAME\n1,2,3');
  expect(guessMapping(file, 'catalogs')).toEqual({ Name: null, name: 'name', NAME: null });
});

test('a table with open fields keeps the names that it does not know', () => {
  const file = readCsvFile('name,Remark\nA,new');
  expect(guessMapping(file, 'paymentTerms')).toMatchObject({ Remark: 'Remark' });
});

test('a file without rows has no examples, and says what is missing', () => {
  const file = readCsvFile(header);
  expect(file.columns.map(({ example }) => example)).toEqual(['', '', '', '', '']);
  expect(parseCsvFile(file, 'contacts', {})).toEqual({ error: expect.stringContaining('Unknown column "First name"') });
  expect(() => readCsvFile('"a')).toThrow(TypeError);
});
