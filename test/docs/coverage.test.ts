import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readComments } from '../../docs/generate/comments.ts';
import { withCoverage } from '../../docs/generate/coverage-page.ts';
import { checkedSentences, checksOfError, generalRules, rulesOfOperation } from '../../docs/generate/kit-coverage.ts';
import { narrowerChecks } from '../../docs/generate/narrower-checks.ts';
import { generalPolicies, policiesOf, withPolicies } from '../../docs/generate/policies.ts';
import { resourcePages } from '../../docs/generate/resource-pages.ts';
import { checksOfFields, contractCheck } from '../../docs/generate/specified-sentences.ts';
import type { ContractFinding } from '../../mocks/conformance/check-response.ts';
import { probes } from '../../mocks/conformance/probes/index.ts';
import { rules } from '../../mocks/conformance/rules/index.ts';
import { findSentence } from '../../mocks/conformance/specification/sentences.ts';
import { specifiedFields } from '../../mocks/conformance/specification/specified-fields.ts';
import { policyDefaults } from '../../mocks/controls/policies.ts';
import { describePolicies } from '../../mocks/controls/policy-descriptions.ts';
import { policyValues } from '../../mocks/index.ts';
import { clientRules } from '../../src/config/check-options.ts';
import { operations as endpoints } from '../../src/contract/operations.ts';
import { undocumentedOperations } from '../../src/contract/undocumented-operations.ts';

const page = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');

/** Returns the cells of table rows that start with code. */
function codeRows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

const comments = readComments();

/** Returns the names of the fields of the record, or of each record, in a response. */
function fieldNamesOf(response: z.ZodMiniType): string[] {
  const record = response instanceof z.ZodMiniArray ? response.def.element : response;
  return record instanceof z.ZodMiniObject ? Object.keys(record.shape) : [];
}

describe('docs/coverage.md', () => {
  test('matches the contract; if it does not, run npm run docs:generate', () => {
    expect(page('coverage.md'), 'docs/coverage.md is old: run npm run docs:generate').toBe(
      withCoverage(page('coverage.md'), comments),
    );
  });

  test('has every operation and every undocumented operation', () => {
    const text = page('coverage.md');
    for (const { name, method, path } of endpoints) {
      expect(text).toContain(`| [${name}](#${name.replace('.', '').toLowerCase()})<br>\`${method} ${path}\` |`);
      expect(text).toContain(`\n### ${name}\n`);
    }
    for (const { name, method, path } of undocumentedOperations)
      expect(text).toContain(`| ${name} | \`${method} ${path}\` | 501`);
  });
});

describe('the checks that are narrower than a sentence', () => {
  test.each(narrowerChecks)('the check for "$sentence" rejects its examples', ({ schema, rejects }) => {
    for (const [kind, ...examples] of rejects) {
      expect(examples).not.toEqual([]);
      for (const example of examples) expect(schema.safeParse(example).success, `${kind}: ${example}`).toBe(false);
    }
  });

  test('are all checks of the form of a text', () => {
    const listed = new Set<unknown>(narrowerChecks.map(({ schema }) => schema));
    const missing = new Set<string>();
    const collect = (schema: z.core.$ZodType, path: string): void => {
      const { def } = (schema as z.core.$ZodTypes)._zod;
      if (def.type === 'optional' || def.type === 'nullable') collect(def.innerType, path);
      else if (def.type === 'array') collect(def.element, `${path}[]`);
      else if (def.type === 'object') {
        for (const [name, field] of Object.entries(def.shape)) collect(field, `${path}.${name}`);
      } else if (def.type === 'string' && !listed.has(schema)) {
        // The name of a product has its length from the specification.
        const checks = (def.checks ?? []).filter((check) => check._zod.def.check !== 'min_length');
        if ('format' in def || checks.length > 0) missing.add(path);
      }
    };
    for (const { name, body, query, response } of endpoints) {
      for (const schema of [body, query, response]) if (schema) collect(schema, name);
    }
    expect([...missing]).toEqual([]);
  });
});

describe('the conformance kit', () => {
  const ids = new Set<string>([...rules.map(({ id }) => id), ...probes.map(({ policy }) => policy)]);

  test.each(endpoints)('checks $name', ({ name }) => {
    expect(rulesOfOperation(name)).not.toEqual([]);
  });

  test.each(Object.entries(checksOfError))('checks the error %s', (_, checks) => {
    expect(checks).not.toEqual([]);
    expect(checks.filter((id) => !ids.has(id))).toEqual([]);
  });

  test.each(Object.keys(policyDefaults))('has a probe for the policy %s', (policy) => {
    expect(probes.map((probe) => probe.policy)).toContain(policy);
  });

  test('has no rule that the page does not show', () => {
    const shown = new Set([...generalRules, ...endpoints.flatMap(({ name }) => rulesOfOperation(name))]);
    expect(rules.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
    expect(generalRules.filter((id) => !ids.has(id))).toEqual([]);
  });

  test('has a rule or a reason for each sentence of the specification', () => {
    const sentences = checkedSentences();
    expect(sentences.length).toBeGreaterThan(200);
    const known = new Set([...ids, contractCheck]);
    for (const { text, checks, reason } of sentences) {
      if (checks.length === 0) expect(reason, text).toMatch(/^[A-Z].{10,}\.$/s);
      else
        expect(
          checks.filter((id) => !known.has(id)),
          text,
        ).toEqual([]);
    }
  });

  test('has no rule and no probe without a sentence of the specification', () => {
    const used = new Set(checkedSentences().flatMap(({ checks }) => checks));
    expect([...ids].filter((id) => !used.has(id))).toEqual([]);
  });

  test.each(endpoints)('knows the sentence about each field that $name returns', ({ name, resource, response }) => {
    for (const field of fieldNamesOf(response)) {
      const finding: ContractFinding = { field, problem: 'type', message: '' };
      expect(findSentence(name, finding, 200)?.text, field).toContain(`\`${field}\``);
      if (resource === 'Category' && name.endsWith('.delete')) continue;
      expect(findSentence(name, finding, 200)?.section).toContain('Resources and their fields, ');
    }
  });

  test('has a check for each field with its own checks', () => {
    const rows = Object.entries(specifiedFields).flatMap(([table, fields]) =>
      Object.keys(fields).flatMap((names) => names.split(', ').map((field) => `${table} ${field}`)),
    );
    expect(Object.keys(checksOfFields).filter((name) => !rows.includes(name))).toEqual([]);
  });

  /** The validation rules of the specification, except that of the creation of categories, which it does not show. */
  test.each([
    'Customer `type` must be `company` or `individual`.',
    'Address `type` must be `billing` or `shipping`.',
    'Address `customer_id` must be a valid UUID.',
    'Product-parent `api_name` and `recurrence_type` are required.',
    'Catalog `name` is required.',
    'Product `name` must be at least 2 characters.',
    'Price `amount` must be a positive number.',
    '`percent` is bounded 0 to 100.',
  ])('checks the field rule: %s', (text) => {
    const sentence = checkedSentences().find((each) => each.text === text);
    expect(sentence?.checks.filter((id) => ids.has(id))).not.toEqual([]);
    expect(page('coverage.md')).toContain(`| ${text} |`);
  });

  test.each(endpoints.filter(({ method }) => method === 'POST'))(
    'checks each required field of $name',
    ({ name, body }) => {
      const required = Object.entries(body?.shape ?? {}).filter(([, field]) => !(field instanceof z.ZodMiniOptional));
      const sentences = checkedSentences().filter(({ checks }) => checks.includes(`${name}.required`));
      // The specification does not say which fields of a product are required.
      if (name === 'products.create') return;
      for (const [field] of required) expect(sentences.map(({ text }) => text).join()).toContain(`\`${field}\``);
    },
  );
});

describe('docs/resources', () => {
  test('match the contract and the mock; if they do not, run npm run docs:generate', async () => {
    const written = readdirSync(join(import.meta.dirname, '../../docs/resources'));
    const pages = await resourcePages(comments);
    expect(written.sort()).toEqual([...pages.keys()].sort());
    for (const name of written) expect(page(`resources/${name}`)).toBe(pages.get(name));
  });

  test.each(endpoints)('$name has a call, a request and a response', ({ name, method, path }) => {
    const [, segment = ''] = path.slice('/'.length).split('/');
    const [, section = ''] = page(`resources/${segment}.md`).split(`\n## ${name}\n`);
    const [own = ''] = section.split('\n## ');
    expect(own).toContain(`await client.${name}(`);
    expect(own).toMatch(
      new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[0-9a-f-]{36}')}(\\?.+)? HTTP/1.1$`, 'm'),
    );
    expect(own).toMatch(/^HTTP\/1.1 20[01] /m);
  });
});

describe('docs/policies.md', () => {
  test('is what npm run docs:generate writes', () => {
    expect(withPolicies(page('policies.md'))).toBe(page('policies.md'));
  });

  const documented = Object.fromEntries(
    codeRows(page('policies.md')).map(([name = '', first = '', others = '']) => [
      name.replaceAll('`', ''),
      [first, ...others.split(',')].map((value) => value.trim().replaceAll('`', '')).filter(Boolean),
    ]),
  );

  test.each(Object.entries(policyValues))('has %s with its values, the default first', (name, values) => {
    expect(documented[name]).toEqual(values.map(String));
  });

  test('describes each policy like the control API', () => {
    const sentences = codeRows(page('policies.md')).map(([name = '', , , controls = '']) => [
      name.replaceAll('`', ''),
      controls,
    ]);
    const described = describePolicies(policyDefaults).map(({ name, description }) => [name, description]);
    expect(Object.fromEntries(sentences)).toEqual(Object.fromEntries(described));
  });

  test('has every policy of the mock, and no other', () => {
    expect(Object.keys(documented).sort()).toEqual(Object.keys(policyDefaults).sort());
  });
});

test('docs/client.md has every option of the client', () => {
  const [, table = ''] = page('client.md').split('\n## All options\n');
  const [rows = ''] = table.split('\n## ');
  const names = codeRows(rows).flatMap(([cell = '']) => cell.replaceAll('`', '').split(', '));
  expect(names.sort()).toEqual(Object.keys(clientRules).sort());
});

test('every policy affects an operation', () => {
  const used = new Set<string>([...generalPolicies, ...endpoints.flatMap(policiesOf)]);
  expect(Object.keys(policyDefaults).filter((name) => !used.has(name))).toEqual([]);
});
