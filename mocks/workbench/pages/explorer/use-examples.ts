import { useEffect, useState } from 'preact/hooks';
import type { Endpoint } from '../../../../src/contract/endpoint.ts';
import { useApp } from '../../app/context.ts';
import { type NamedRow, queryNamedRows } from '../../state/named-rows.ts';
import type { Row } from '../../state/session.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { exampleFrom, initialDraft, tableOf, withFreeName } from './example.ts';

/** The number of records that serve as examples. */
const maxExamples = 30;

interface Examples {
  readonly rows: readonly NamedRow[];
  /** Whether the table has more records than these. */
  readonly hasMore: boolean;
  /** The draft that the form starts with. Undefined while it is loading. */
  readonly initial: Draft | undefined;
}

/** Some records of the workspace that the token of the mock opens, and the requests that they are examples of. */
export function useExamples(endpoint: Endpoint) {
  const { session, run } = useApp();
  const [examples, setExamples] = useState<Examples>({ rows: [], hasMore: false, initial: undefined });
  const table = tableOf(endpoint);
  const workspace = session.state.value?.workspace;
  // A new product gets a product parent with its name.
  const namesIn = table === 'products' ? (['products', 'productParents'] as const) : table ? [table] : [];
  const findTaken = async (names: readonly string[]) => {
    const where = { workspace_id: workspace, api_name: { in: names } };
    const found = await Promise.all(namesIn.map((each) => session.queryRows(each, { where })));
    return found.flat().map((row) => row['api_name']);
  };
  const load = async () => {
    if (workspace === undefined) return;
    const found =
      table === undefined
        ? []
        : await queryNamedRows(session, table, { where: { workspace_id: workspace }, limit: maxExamples + 1 });
    // A deleted category stays in its table, but the API does not find it.
    const rows = found.slice(0, maxExamples).filter(({ row }) => typeof row['deleted_at'] !== 'string');
    const initial = await withFreeName(endpoint, initialDraft(endpoint, rows[0]?.row), findTaken);
    setExamples({ rows, hasMore: found.length > maxExamples, initial });
  };
  const loadFirst = async () => {
    try {
      await load();
    } catch (error) {
      // Without an example, the user fills the form in.
      setExamples((last) => ({ ...last, initial: emptyDraft }));
      throw error;
    }
  };
  useEffect(() => void run(loadFirst), [table, workspace]);
  return {
    ...examples,
    load,
    fillIn: (row: Row) => withFreeName(endpoint, exampleFrom(endpoint, row), findTaken),
  };
}
