import * as z from 'zod/mini';
import { samePath } from '../../src/contract/define-operation.ts';
import { operationNames } from '../../src/contract/operations.ts';
import { errorMessage } from '../shared/errors.ts';
import { definitionOf } from '../shared/fixed-response.ts';
import { parseOptions } from '../shared/parse-options.ts';
import type { Cell, CellDefinition } from '../state/cell.ts';
import type { State } from '../state/state.ts';
import { createRoutes, describeConflict, type Routes } from './find-route.ts';
import {
  type AddedOperation,
  defaultName,
  type FixedOperation,
  type ListedOperation,
  parseFixedOperation,
} from './fixed-operation.ts';
import { type MockOperation, mockOperation } from './mock-operation.ts';

/** The operations of a mock that the specification does not document. */
export interface MockOperations {
  /**
   * Adds an operation with a fixed response. It replaces an operation with the same name that was added before. A reset
   * keeps it. Persistence stores it, and snapshots with settings contain it.
   *
   * @throws A TypeError if a property is unknown or malformed, or if another operation has the name or the path: one of
   * the specification, of the option `operations`, or one that was added before.
   * @example
   * ```ts
   * const report = mock.operations.add({ method: 'GET', path: '/api/reports/daily', data: { total: 12 } });
   * const { total } = await client.call(report);
   * mock.faults.add({ on: report, status: 503 });
   * ```
   */
  add<const Given extends FixedOperation>(operation: Given): AddedOperation<Given>;
  /**
   * Removes an operation that was added. Later calls get 404. Its faults stay, and apply again if you add it again.
   *
   * @throws A TypeError if it comes from the option `operations`.
   * @returns Whether there was such an operation.
   */
  remove(name: string): boolean;
  /** Returns all operations: those of the option `operations`, then those that were added. */
  list(): readonly ListedOperation[];
  /**
   * The operations with their schemas.
   *
   * @internal
   */
  readonly definitions: readonly MockOperation[];
}

/** An operation that was added. It has a name. */
interface NamedOperation extends FixedOperation {
  readonly name: string;
}

/** The operations of one mock that the specification does not document: those of the options, and a cell of others. */
export class OwnOperations implements MockOperations {
  readonly #ofOptions: readonly MockOperation[];
  readonly #cell: Cell<readonly NamedOperation[]>;
  #definitions: readonly MockOperation[] = [];
  #routes: Routes = createRoutes([]);

  constructor(state: State, ofOptions: readonly MockOperation[]) {
    this.#ofOptions = ofOptions;
    const save: CellDefinition<readonly NamedOperation[]>['json']['save'] = (value) => value;
    this.#cell = state.cell('operations', {
      initial: [],
      json: {
        save,
        load: (saved) => {
          const { usable, problems } = this.#read(saved);
          if (problems[0] !== undefined) throw new TypeError(problems[0]);
          return usable;
        },
      },
      // Code may have got an operation like a stored one since. It wins.
      stored: { save, load: (saved) => this.#read(saved).usable },
      onWrite: (added) => {
        this.#definitions = [...ofOptions, ...added.map(toMockOperation)];
        this.#routes = createRoutes(this.#definitions);
      },
    });
  }

  get definitions(): readonly MockOperation[] {
    return this.#definitions;
  }

  get routes(): Routes {
    return this.#routes;
  }

  add<const Given extends FixedOperation>(given: Given): AddedOperation<Given> {
    const fixed = parseFixedOperation(given);
    const added = this.#cell.get();
    const name = fixed.name ?? added.find((other) => samePath(fixed, other))?.name ?? defaultName(fixed, this.#names);
    const named = { ...fixed, name };
    const operation = this.#check(
      named,
      added.filter((other) => other.name !== name),
    );
    const isNew = added.every((other) => other.name !== name);
    this.#cell.set(isNew ? [...added, named] : added.map((other) => (other.name === name ? named : other)));
    // The parsed operation has the types of the given one.
    return { ...operation, remove: () => void this.remove(name) } as unknown as AddedOperation<Given>;
  }

  remove(name: string): boolean {
    const added = this.#cell.get();
    const others = added.filter((operation) => operation.name !== name);
    if (others.length < added.length) {
      this.#cell.set(others);
      return true;
    }
    if (!this.#ofOptions.some((operation) => operation.name === name)) return false;
    throw new TypeError(`operations.remove: ${name} comes from the option \`operations\`. Remove it there.`);
  }

  list(): readonly ListedOperation[] {
    const added = new Map(this.#cell.get().map((each) => [each.name, each]));
    return this.#definitions.map(({ name, method, path, permission, status, query, body, brackets = false }) => {
      const fixed = added.get(name);
      return {
        ...{ name, method, path, permission, ...(status !== undefined && { status }) },
        ...{ hasQuery: query !== undefined, hasBody: body !== undefined, hasBrackets: brackets },
        isRemovable: fixed !== undefined,
        ...(fixed && { data: structuredClone(fixed.data) }),
      };
    });
  }

  /** Returns a warning for each stored operation that the mock cannot have. */
  warningsFor(saved: unknown): readonly string[] {
    return this.#read(saved).problems.map((problem) => `A stored operation was dropped: ${problem}`);
  }

  #read(saved: unknown): { readonly usable: readonly NamedOperation[]; readonly problems: readonly string[] } {
    const usable: NamedOperation[] = [];
    const problems: string[] = [];
    for (const value of parseOptions(z.array(z.unknown()), saved, 'operations')) {
      try {
        const { name = '', ...fixed } = parseFixedOperation(value);
        const named = { ...fixed, name };
        this.#check(named, usable);
        usable.push(named);
      } catch (error) {
        problems.push(errorMessage(error));
      }
    }
    return { usable, problems };
  }

  /** The names that are taken. */
  get #names(): ReadonlySet<string> {
    return new Set<string>([...operationNames, ...this.#definitions.map(({ name }) => name)]);
  }

  /** @throws A TypeError if an operation is not valid, or if another one has its name or path. */
  #check(named: NamedOperation, added: readonly NamedOperation[]): MockOperation {
    const operation = toMockOperation(named);
    const conflict = describeConflict(operation, [...this.#ofOptions, ...added]);
    if (conflict !== undefined) throw new TypeError(conflict);
    return operation;
  }
}

function toMockOperation(fixed: NamedOperation): MockOperation {
  const { data: response, status, permission } = fixed;
  return mockOperation(definitionOf(fixed), {
    response,
    ...(status !== undefined && { status }),
    ...(permission !== undefined && { permission }),
  });
}
