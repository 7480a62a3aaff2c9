import type { Principal } from '../controls/tokens.ts';
import { isObject } from '../shared/json.ts';
import { isTableName } from '../store/metadata.ts';
import type { Rows, TableName } from '../store/row-types.ts';
import type { TableSchema } from '../store/table-schema.ts';
import type { DatabaseSnapshot } from '../store/tables.ts';

/** The version of the JSON format. */
export const snapshotVersion = 1;

/** The state that a snapshot consists of. */
export interface MockState {
  /** The rows of each table, by id. */
  readonly rows: DatabaseSnapshot;
  /** The principal of each token. Undefined in a snapshot that was read from JSON without tokens. */
  readonly tokens: ReadonlyMap<string, Principal> | undefined;
  /** The id of the mock's first workspace. */
  readonly workspace: string;
  /** The mock's own token. Undefined in a snapshot that was read from JSON without tokens. */
  readonly token: string | undefined;
  /** The state of the id generator. */
  readonly ids: number;
  /** The number of rows that the factories have created in each table. */
  readonly sequences: ReadonlyMap<TableName, number>;
  /** The settings. Undefined in a snapshot that was created without them. */
  readonly settings: SnapshotSettings | undefined;
}

/** The settings of a mock in a snapshot. Pass them on as they are: the form of each may change between versions. */
export interface SnapshotSettings {
  /** The operations that were added at run time. */
  readonly operations?: unknown;
  /** The policies. */
  readonly policies: unknown;
  /** The faults and their counters. */
  readonly faults: unknown;
  /** The clock. */
  readonly clock: unknown;
  /** The calls that the rate limit has counted. */
  readonly rateLimits: unknown;
}

/** The names of the cells that a snapshot can contain as settings. */
export const snapshotSettingNames = ['operations', 'policies', 'faults', 'clock', 'rateLimits'] as const;

/** Options of `mock.snapshot()`. */
export interface SnapshotOptions {
  /** Whether the JSON of the snapshot contains the mock's tokens. Default: false. */
  readonly tokens?: boolean | undefined;
  /**
   * Whether the snapshot contains policies, faults, clock, rate limits and operations of `operations.add`, to restore
   * them as well. Default: false.
   */
  readonly settings?: boolean | undefined;
}

/** The state of a mock at one moment. Create it with `snapshot()` and pass it to `restore()`. */
export interface MockSnapshot extends MockState {
  /** The rows of each table, by id. Your own tables are among them. */
  readonly rows: DatabaseSnapshot & Readonly<Record<string, ReadonlyMap<string, object> | undefined>>;
  /** Returns the state as JSON. It contains tokens only if the snapshot was created with `{ tokens: true }`. */
  toJSON(): SnapshotJson;
}

/** A snapshot as JSON. */
export interface SnapshotJson {
  /** The version of this format. `restore()` rejects other versions. */
  readonly version: number;
  /** The id of the mock's first workspace. */
  readonly workspace: string;
  /** The mock's own token. */
  readonly token?: string | undefined;
  /** The state of the id generator. */
  readonly ids: number;
  /** The number of rows that the factories have created in each table. */
  readonly sequences?: Partial<Readonly<Record<TableName, number>>> | undefined;
  /** The principal of each token. */
  readonly tokens?: Readonly<Record<string, Principal>> | undefined;
  /** The settings. */
  readonly settings?: SnapshotSettings | undefined;
  /** The rows of each table. Your own tables are among them. */
  readonly tables: { readonly [Name in TableName]?: readonly Rows[Name][] } & {
    readonly [name: string]: readonly object[] | undefined;
  };
}

/** The state of a mock, which a mock of this copy of the package can restore without reading its JSON. */
export class Snapshot implements MockSnapshot {
  declare readonly rows: MockSnapshot['rows'];
  declare readonly tokens: MockState['tokens'];
  declare readonly workspace: MockState['workspace'];
  declare readonly token: MockState['token'];
  declare readonly ids: MockState['ids'];
  declare readonly sequences: MockState['sequences'];
  declare readonly settings: MockState['settings'];
  readonly #schema: TableSchema;
  readonly #includesTokens: boolean;

  /** @param schema The tables of the mock. */
  constructor(schema: TableSchema, state: MockState, { tokens = false }: SnapshotOptions = {}) {
    this.#schema = schema;
    Object.assign(this, state);
    this.#includesTokens = tokens;
  }

  /** Whether the snapshot is one of a mock with the same tables. */
  hasTables(schema: TableSchema): boolean {
    return schema.equals(this.#schema);
  }

  /** Returns the same snapshot, whose JSON contains the tokens. */
  withTokens(): Snapshot {
    return new Snapshot(this.#schema, this, { tokens: true });
  }

  toJSON(): SnapshotJson {
    const { workspace, token, ids, sequences, settings, tokens, rows } = this;
    return {
      version: snapshotVersion,
      workspace,
      ...(this.#includesTokens && tokens && { token, tokens: Object.fromEntries(tokens) }),
      ids,
      sequences: Object.fromEntries(sequences),
      ...(settings && { settings }),
      // A mock that lacks one of your own tables can restore a snapshot without rows of it.
      tables: Object.fromEntries(
        this.#schema.names
          .filter((name) => rows[name].size > 0 || isTableName(name))
          .map((name) => [name, [...rows[name].values()]]),
      ),
    };
  }
}

/** Whether the initial data of a mock are a snapshot or its JSON. */
export function isSnapshot<Data extends object>(
  seed: Data | MockSnapshot | SnapshotJson,
): seed is MockSnapshot | SnapshotJson {
  return isObject(seed) && ('version' in seed || 'rows' in seed);
}
