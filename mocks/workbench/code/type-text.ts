import type * as z from 'zod/mini';
import { describeSchema, type FieldDescription } from '../../../src/contract/describe-schema.ts';
import { quote } from './literal.ts';

/** Formats a schema of the contract as a TypeScript type. */
export function toTypeText(schema: z.core.$ZodType): string {
  return formatType(describeSchema(schema), '');
}

function formatType(field: FieldDescription, indent: string): string {
  const type = formatKind(field, indent);
  return field.isNullable ? `${type} | null` : type;
}

function formatKind({ kind }: FieldDescription, indent: string): string {
  switch (kind.type) {
    case 'text':
      return 'string';
    case 'number':
    case 'boolean':
      return kind.type;
    case 'enum':
      return kind.values.map((value) => (typeof value === 'string' ? quote(value) : String(value))).join(' | ');
    case 'list': {
      const element = formatType(kind.element, indent);
      return / \| /.test(element.split('\n', 1)[0] ?? '') ? `(${element})[]` : `${element}[]`;
    }
    case 'group': {
      const inner = `${indent}  `;
      const lines = Object.entries(kind.fields).map(
        ([name, each]) => `${inner}${name}${each.isRequired ? '' : '?'}: ${formatType(each, inner)};\n`,
      );
      return `{\n${lines.join('')}${indent}}`;
    }
    case 'json':
      return 'unknown';
  }
}
