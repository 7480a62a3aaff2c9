import type { FieldDescription } from '../../../src/contract/describe-schema.ts';

/** Returns the value that a field gets when it is added to a body. */
export function initialValue({ kind }: FieldDescription): unknown {
  switch (kind.type) {
    case 'text':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'enum':
      return kind.values[0];
    case 'group':
      return Object.fromEntries(
        Object.entries(kind.fields)
          .filter(([, field]) => field.isRequired)
          .map(([name, field]) => [name, initialValue(field)]),
      );
    case 'list':
      return [];
    case 'json':
      return null;
  }
}
