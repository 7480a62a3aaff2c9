/** Rows as CSV and NDJSON: `parseCsv`, `parseNdjson`, and the exports that they read back. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMockServer, demo, parseCsv, parseNdjson } from '../../../mocks/index.ts';
import { formatRows } from '../../../mocks/seed/row-files.ts';
import { tableNames } from '../../../mocks/store/metadata.ts';

const mock = createMockServer({ seed: demo });

test.each(tableNames)('reads back an export of %s', (table) => {
  const rows: readonly object[] = mock.db[table].list();
  expect(parseCsv(table, formatRows(table, rows, 'csv'))).toEqual({ [table]: rows });
  expect(parseNdjson(table, formatRows(table, rows, 'ndjson'))).toEqual({ [table]: rows });
});

/** Texts with the characters that CSV and spreadsheets treat in a special way. */
const text = fc.string({ unit: fc.constantFrom(..."='+-@＝\t\r\n\",; a1ö'") });

test('reads back any rows of an export, also texts with apostrophes', () => {
  const product = mock.db.products.list()[0];
  const weight = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)));
  const shipping = fc.record({ weight, weight_unit: fc.option(text) });
  const fields = fc.record({
    name: text,
    shipping,
    options: fc.array(fc.record({ name: text })),
    is_active: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(fields), (changes) => {
      const rows = changes.map((each) => ({
        ...product,
        ...each,
        shipping: { ...product?.shipping, ...each.shipping },
      }));
      expect(parseCsv('products', formatRows('products', rows, 'csv'))).toEqual({ products: rows });
    }),
  );
});

test('reads texts of digits in a field that the table does not define', () => {
  const text = 'a,b,c,d,e\n"12345",12345,12345678901234567890,1e400,"{""f"":1}"\n"true",1.50,,"","""7"""\n';
  expect(parseCsv('paymentTerms', `id,${text.replaceAll(/\n(?=.)/g, '\n,')}`)).toEqual({
    paymentTerms: [
      { a: '12345', b: 12345, c: '12345678901234567890', d: '1e400', e: { f: 1 } },
      { a: 'true', b: 1.5, d: '', e: '7' },
    ],
  });
});

test('reads back rows with any fields', () => {
  const row = fc.dictionary(
    text.filter((name) => name !== ''),
    fc.oneof(text, fc.jsonValue({ noUnicodeString: false })),
  );
  // A line of empty cells is no row. The rows of a mock have ids.
  const rowWithField = row.filter((fields) => Object.keys(fields).length > 0);
  fc.assert(
    fc.property(fc.array(rowWithField), (rows) => {
      const plain: object[] = JSON.parse(JSON.stringify(rows));
      expect(parseCsv('paymentTerms', formatRows('paymentTerms', plain, 'csv'))).toEqual({ paymentTerms: plain });
    }),
  );
});

/** Returns the cells that a spreadsheet makes of a file. It knows only quotes at the start of a cell. */
function cellsOf(file: string, separator: string): readonly string[] {
  const cell = new RegExp(`"(?:[^"]|"")*"[^${separator}\\r\\n]*|[^${separator}\\r\\n]*`, 'y');
  const cells: string[] = [];
  for (cell.lastIndex = 0; cell.lastIndex <= file.length; cell.lastIndex += 1) {
    cells.push(
      cell.exec(file)?.[0].replace(/^"((?:[^"]|"")*)"/, (_, text: string) => text.replaceAll('""', '"')) ?? '',
    );
  }
  return cells;
}

test('writes no formula for a spreadsheet that splits cells at semicolons', () => {
  const formula = fc.constantFrom('=cmd()', '+cmd()', '@cmd()', '＝cmd()', '-cmd()');
  const row = fc.record({ name: fc.tuple(text, text, formula).map((parts) => parts.join('')), note: fc.array(text) });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), (rows) => {
      const file = formatRows('paymentTerms', rows, 'csv');
      expect(parseCsv('paymentTerms', file)).toEqual({ paymentTerms: rows });
      for (const separator of [',', ';', '\t']) {
        expect(cellsOf(file, separator).filter((cell) => /^[=+\-@＝]/.test(cell))).toEqual([]);
      }
    }),
  );
});

test('writes no cell that a spreadsheet runs as a formula, and leaves numbers as they are', () => {
  const rows = [
    { name: '=1+1', rate: -5, amount: null, is_percentage: true },
    { name: "'@x", rate: 1e21, amount: 0.5, is_percentage: false },
    { name: '\n=1+1', rate: 1, amount: null, is_percentage: true },
    { name: '＝1+1', rate: 1, amount: null, is_percentage: true },
    { name: '', rate: null, amount: null, is_percentage: true },
  ];
  const lines = formatRows('taxes', rows, 'csv').split('\r\n');
  const [header = ''] = lines;
  const empty = header.split(',').slice(0, -4).fill('').join();
  const shared = header.slice(0, header.indexOf('name'));
  expect(shared).toBe('id,workspace_id,created_at,updated_at,');
  expect(lines).toEqual([
    'id,workspace_id,created_at,updated_at,name,rate,amount,is_percentage',
    `${empty},'=1+1,-5,,true`,
    `${empty},''@x,1e+21,0.5,false`,
    `${empty},"'\n'=1+1",1,,true`,
    `${empty},'＝1+1,1,,true`,
    `${empty},"",,,true`,
    '',
  ]);
});

test('reads files of spreadsheets: semicolons, tabs, a byte order mark, and TRUE', () => {
  const rows = [{ name: 'A; "B"\nC', is_percentage: true, rate: null }];
  for (const separator of [',', ';', '\t']) {
    const cells = [
      ['name', 'is_percentage', 'rate'],
      ['"A; ""B""\nC"', 'TRUE', ''],
    ];
    const file = `\ufeff${cells.map((line) => line.join(separator)).join('\n')}`;
    expect(parseCsv('taxes', file)).toEqual({ taxes: rows });
  }
});

test.each([
  ['lines of separators', ';;\n\nname;rate;amount\n;;\nA;1;2\n ; ;\n;;\nB;3;4\n;;\n;;\n'],
  ['empty trailing columns', 'name;rate;amount;;;\nA;1;2;;;\nB;3;4;;;\n'],
  ['empty trailing columns in the header', 'name;rate;amount;; ;\nA;1;2\nB;3;4;;\n'],
  ['empty trailing columns in a row', 'name;rate;amount\nA;1;2;;;\nB;3;4; \n'],
  ['an empty column between others', 'name;;rate;amount\nA;;1;2\nB;"";3;4'],
  ['the separator in the first line', 'sep=;\r\nname;rate;amount\r\nA;1;2\r\nB;3;4\r\n'],
  ['the separator in quotes, after a byte order mark', '\ufeff"SEP=|"\nname|rate|amount\nA|1|2\nB|3|4'],
  ['the separator of a spreadsheet', 'sep=,,,\nname,rate,amount\nA,1,2\nB,3,4'],
  ['a separator with a meaning in patterns', 'sep=^\nname^rate^amount\nA^1^2\nB^3^4'],
  ['a tab as separator', 'sep=\t\nname\trate\tamount\nA\t1\t2\nB\t3\t4'],
  ['spaces around names', ' name;rate ; "amount" \n"A" ;1;2\n "B";3;4\n'],
  ['spaces in the quotes of names', '" name";"rate\u00a0";amount\nA;1;2\nB;3;4\n'],
])('reads files with %s', (_, file) => {
  expect(parseCsv('taxes', file)).toEqual({
    taxes: [
      { name: 'A', rate: 1, amount: 2 },
      { name: 'B', rate: 3, amount: 4 },
    ],
  });
});

test('reads values with the first line as they are', () => {
  expect(parseCsv('taxes', 'sep=;\nname\n" sep=,"\n B\n')).toEqual({ taxes: [{ name: ' sep=,' }, { name: ' B' }] });
});

test('a value without a name of its column is an error', () => {
  const advice = 'Name the column, or put quotes around a cell that contains the separator.';
  expect(() => parseCsv('taxes', 'name,,rate\nA,,1\nB,x,2\n')).toThrow(
    `line 3, column 2: must be empty, because line 1 has no name for it, received "x". ${advice}`,
  );
  expect(() => parseCsv('taxes', 'sep=,\n\nname,rate\nHalm, GmbH,1\n')).toThrow(
    'line 4, column 3: must be empty, because line 3 has no name for it, received "1".',
  );
});

test('errors about the header name its line', () => {
  expect(() => parseCsv('taxes', 'sep=;\n\nname;rat\n')).toThrow('line 3: Unknown column "rat" of taxes.');
  expect(() => parseCsv('taxes', ';;\nname;rate\nA')).toThrow('line 3: must have 2 cells like line 2, received 1');
});

test('ignores columns', () => {
  const columns = { ' E-Mail ': 'email', 'VAT id': null, '': null, Nachname: 'last_name' };
  const file = 'customer_id; VAT id ;first_name;Nachname;E-Mail;;VAT id\nx;[;Ida;Halm;ida@halm.example;note;y\n';
  expect(parseCsv('contacts', file, { columns })).toEqual({
    contacts: [{ customer_id: 'x', first_name: 'Ida', last_name: 'Halm', email: 'ida@halm.example' }],
  });
});

test.each([
  [{ VAT: 5 }, 'columns: "VAT" must be a column or null, received 5'],
  [null, 'columns: must be an object, received null'],
  [{ name: 'title' }, 'line 1: Unknown column "title" of taxes.'],
])('rejects the columns %j', (columns, message) => {
  expect(() => parseCsv('taxes', 'name,VAT\n', { columns: columns as never })).toThrow(message);
});

test('reads columns under other names', () => {
  const file = 'Firma,Kundennummer,type\nHalm,7,company\n';
  const columns = { Firma: 'name', Kundennummer: 'id_erp' };
  expect(parseCsv('customers', file, { columns })).toEqual({
    customers: [{ name: 'Halm', id_erp: '7', type: 'company' }],
  });
  expect(() => parseCsv('customers', file, { columns: { ...columns, Ort: 'city' } })).toThrow(
    'columns: the file has no column "Ort"',
  );
});

test('rejects a quote that is never closed in a text of many megabytes', () => {
  expect(() => parseCsv('taxes', `"${'a'.repeat(12_000_000)}`)).toThrow(
    'line 1, column 1: the quote of the cell is never',
  );
});

test('reads JSON with the names of methods', () => {
  const row = { value: { toString: 1, valueOf: 2 }, toString: [{ toString: 1 }] };
  expect(parseCsv('paymentTerms', formatRows('paymentTerms', [row], 'csv'))).toEqual({ paymentTerms: [row] });
});

test('reads a header of 100,000 columns', () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `c${index}`);
  expect(() => parseCsv('paymentTerms', `${names.join()},c7\n`)).toThrow('line 1: the column "c7" occurs twice');
});

test.each([
  ['', 'line 1: must have the names of the columns, received an empty file'],
  ['name,rate\n"A\n,1\n', 'line 2, column 1: the quote of the cell is never closed'],
  ['name,rate\n"A"x,1\n', 'line 2, column 1: must have quotes around the whole cell'],
  ['name,rate\n"A\nB",1\n5" pipe,2', 'line 4, column 1: must have quotes around the whole cell'],
  ['name,rate\nA\n', 'line 2: must have 2 cells like line 1, received 1'],
  ['name,rat\nA,1', 'line 1: Unknown column "rat" of taxes. Did you mean "rate"? Valid columns: id, '],
  ['name,name\nA,B', 'line 1: the column "name" occurs twice'],
  ['rate\n1', 'line 1: columns of taxes are missing: name'],
  ['name,rate\nA,1\nB,"1,5"\n', 'taxes: line 3.rate must be a number like 1234.5, received "1,5"'],
  ['name,is_percentage\nA,yes', 'taxes: line 2.is_percentage must be true or false, received "yes"'],
])('rejects %j', (file, message) => {
  expect(() => parseCsv('taxes', file)).toThrow(message);
});

test.each([
  ['contacts', 'role', '["buyer", "signer"]'],
  ['customers', 'tax_ids', '[{"tax": "…", "tax_value": "…"}]'],
  ['discounts', 'category_ids', '["a", "b"]'],
] as const)('rejects a list of %s that is not JSON, with an example of %s', (table, column, example) => {
  expect(() => parseCsv(table, `id,${column}\n,billing`)).toThrow(
    `${table}: line 2.${column} must be a JSON array like ${example}, received "billing"`,
  );
});

test.each(['{"name": "A"}\n{"name": \n', '{"name": "A"}\n[]'])('rejects NDJSON %j', (file) => {
  expect(() => parseNdjson('taxes', file)).toThrow('line 2: must be a JSON object');
});

test.each([
  [() => parseCsv('taxes', Buffer.from('name\nA\n') as never), 'text: must be a string, received Uint8Array'],
  [() => parseCsv('taxes', undefined as never), 'text: must be a string, received undefined'],
  [() => parseNdjson('taxes', Buffer.from('{}') as never), 'text: must be a string, received Uint8Array'],
  [() => parseCsv('taxes', 'nam\nA\n', { column: { nam: 'name' } } as never), 'parseCsv: unknown option "column".'],
  [() => parseCsv('taxes', 'name\nA\n', null as never), 'parseCsv: options must be an object, received null'],
])('rejects wrong arguments of %s', (parse, message) => {
  expect(parse).toThrow(message);
});
