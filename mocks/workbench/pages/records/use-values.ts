import { readField } from '../../../shared/json.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { useSettled } from '../../app/use-settled.ts';
import type { Suggestion } from '../../components/combobox.tsx';
import { queryNamedRows } from '../../state/named-rows.ts';
import { formatCell } from '../../text.ts';
import { describeField, type FilterField } from './filters.ts';
import { targetOf } from './grid-columns.tsx';

/** The most rows whose values are suggested. */
const maxRows = 300;

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Returns the values of a field that the records have, and that begin with or contain the typed text. */
export function useValues(field: FilterField | undefined, typed: string): readonly Suggestion[] {
  const { session } = useApp();
  const text = useSettled(typed.trim());
  const load = async (): Promise<readonly Suggestion[]> => {
    if (!field) return [];
    const { kind } = describeField(field) ?? {};
    if (kind?.type === 'boolean') return [{ value: 'true' }, { value: 'false' }];
    if (kind?.type === 'enum') return kind.values.map((value) => ({ value: String(value) }));
    const { table, column } = field;
    const target = targetOf(table, column);
    if (target) {
      const named = await queryNamedRows(session, target, { search: text, limit: maxRows });
      return named.map(({ row, name }) => ({ value: String(row['id']), hint: formatCell(name, 40) }));
    }
    // The typed text can be the name of a country.
    const where = text === '' || column === 'country' ? {} : { [column]: { search: text } };
    const found = await session.queryRows(table, { where, limit: maxRows });
    const values = new Set(found.flatMap((row) => readField(row, column) ?? []).flatMap(toText));
    return [...values].toSorted().map((value) => ({ value, hint: column === 'country' ? regionOf(value) : undefined }));
  };
  return useLoaded(load, [session, field?.name, text]) ?? [];
}

function toText(value: unknown): readonly string[] {
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** Returns the English name of a country. Records of tests can have any code. */
function regionOf(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined;
}
