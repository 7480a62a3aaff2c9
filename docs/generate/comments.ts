/** Reads the doc comments of the sources, from which the generated pages and declarations take their texts. */
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../..');
const files = {
  client: join(root, 'src/client.ts'),
  schemas: join(root, 'src/schemas.ts'),
  tables: join(root, 'mocks/store/specified-tables.ts'),
};

/** A comment and the comments on the fields of its subject. */
export interface Commented {
  /** The comment without its tags; empty if there is none. */
  readonly text: string;
  /** Returns the comment on a field of an object or of the objects in an array. */
  field(name: string): Commented | undefined;
}

/** A method of the client. */
export interface Method {
  /** The comment. */
  readonly text: string;
  /** The call: `client.products.update(id, body)`. */
  readonly call: string;
  /** The type it resolves to: `Customer`, `CustomerListItem[]`. */
  readonly returns: string;
}

/** The comments of the client and the schemas. */
export interface Comments {
  /** A schema by its exported name, such as `customerSchema`. */
  schema(name: string): Commented;
  /** The tables of the mock: `tables.field('customers')?.field('row')` has the comments on the fields of a row. */
  readonly tables: Commented;
  /** A resource by its property of the client. */
  resource(name: string): string;
  /** A method by resource and name. */
  method(resource: string, name: string): Method;
}

/** Reads all comments. Takes a second or two: the compiler resolves the types. */
export function readComments(): Comments {
  const sources = new Sources();
  const client = sources.declared(files.client, 'MasterDataClient');
  return {
    schema(name) {
      const symbol = sources.exported(files.schemas, name);
      return sources.commented(sources.textOf(symbol), sources.outputOf(sources.typeOf(symbol)));
    },
    tables: {
      text: '',
      field(name) {
        const table = sources.typeOf(sources.exported(files.tables, 'tables')).getProperty(name);
        return table && { text: '', field: (part) => sources.rowSchema(sources.typeOf(table), part) };
      },
    },
    resource: (name) => sources.textOf(sources.property(client, name)),
    method: (resource, name) => sources.method(sources.property(client, resource), name),
  };
}

/** The sources as the compiler sees them. */
class Sources {
  readonly #program = ts.createProgram(Object.values(files), {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts'],
    types: [],
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  });
  readonly #checker = this.#program.getTypeChecker();

  exported(file: string, name: string): ts.Symbol {
    const source = this.#program.getSourceFile(file);
    const module = source && this.#checker.getSymbolAtLocation(source);
    const symbol = module && this.#checker.getExportsOfModule(module).find((candidate) => candidate.name === name);
    if (!symbol) throw new Error(`${file} exports no ${name}`);
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  /** Returns the type of an exported class or interface. */
  declared(file: string, name: string): ts.Type {
    return this.#checker.getDeclaredTypeOfSymbol(this.exported(file, name));
  }

  typeOf(symbol: ts.Symbol): ts.Type {
    return this.#checker.getTypeOfSymbol(symbol);
  }

  property(type: ts.Type, name: string): ts.Symbol {
    const found = type.getProperty(name);
    if (!found) throw new Error(`${this.#checker.typeToString(type)} has no ${name}`);
    return found;
  }

  textOf(symbol: ts.Symbol): string {
    return unwrapped(ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)));
  }

  commented(text: string, type: ts.Type): Commented {
    const present = this.#checker.getNonNullableType(type);
    const element = this.#checker.getIndexTypeOfType(present, ts.IndexKind.Number) ?? present;
    return {
      text,
      field: (name) => {
        const symbol = element.getProperty(name);
        return symbol && this.commented(this.textOf(symbol), this.typeOf(symbol));
      },
    };
  }

  /** Returns the type that a zod schema outputs. */
  outputOf(schema: ts.Type): ts.Type {
    const internals = this.typeOf(this.property(schema, '_zod'));
    return this.typeOf(this.property(internals, 'output'));
  }

  /** Returns the comments of a schema of a table. */
  rowSchema(table: ts.Type, part: string): Commented | undefined {
    if (part !== 'row' && part !== 'changes') return undefined;
    return this.commented('', this.outputOf(this.typeOf(this.property(table, part))));
  }

  method(resource: ts.Symbol, name: string): Method {
    const symbol = this.property(this.typeOf(resource), name);
    const declaration = symbol.declarations?.find(ts.isMethodDeclaration);
    const [, promise, type] = /^(ApiPromise|ListPromise)<(.+)>$/.exec(declaration?.type?.getText() ?? '') ?? [];
    if (!declaration || !type) throw new Error(`${resource.name}.${name} returns neither ApiPromise nor ListPromise`);
    const returns = promise === 'ListPromise' ? `${type}[]` : type;
    const parameters = declaration.parameters
      .filter((parameter) => parameter.type?.getText() !== 'EmptyQuery')
      .map((parameter) => parameter.name.getText() + (parameter.questionToken ? '?' : ''))
      .filter((parameter) => parameter !== 'options?');
    return { text: this.textOf(symbol), call: `client.${resource.name}.${name}(${parameters.join(', ')})`, returns };
  }
}

/** Joins the lines of each paragraph and turns links into code. */
function unwrapped(text: string): string {
  return text
    .replaceAll(/\{@link ([^}]+)\}/g, '`$1`')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s*\n\s*/g, ' ').trim())
    .join('\n\n');
}
