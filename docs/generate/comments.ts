/** Reads the doc comments of the sources, from which the generated pages and declarations take their texts. */
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../..');
const files = {
  client: join(root, 'src/client.ts'),
  schemas: join(root, 'src/schemas.ts'),
  policies: join(root, 'mocks/controls/policies.ts'),
  tables: join(root, 'mocks/store/schema.ts'),
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

/** The comments of the client, the schemas and the policies. */
export interface Comments {
  /** A schema by its exported name, such as `customerSchema`. */
  schema(name: string): Commented;
  /** The tables of the mock: `tables.field('customers')?.field('row')` has the comments on the fields of a row. */
  readonly tables: Commented;
  /** A resource by its property of the client. */
  resource(name: string): string;
  /** A method by resource and name. */
  method(resource: string, name: string): Method;
  /** A policy of the mock. */
  policy(name: string): string;
}

/** Reads all comments. Takes a second or two: the compiler resolves the types. */
export function readComments(): Comments {
  const program = ts.createProgram(Object.values(files), {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts'],
    types: [],
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const client = checker.getDeclaredTypeOfSymbol(exported(files.client, 'MasterDataClient'));
  const policies = checker.getDeclaredTypeOfSymbol(exported(files.policies, 'MockPolicies'));

  function exported(file: string, name: string): ts.Symbol {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    const symbol = module && checker.getExportsOfModule(module).find((candidate) => candidate.name === name);
    if (!symbol) throw new Error(`${file} exports no ${name}`);
    return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  }

  function property(type: ts.Type, name: string): ts.Symbol {
    const found = type.getProperty(name);
    if (!found) throw new Error(`${checker.typeToString(type)} has no ${name}`);
    return found;
  }

  function textOf(symbol: ts.Symbol): string {
    return unwrapped(ts.displayPartsToString(symbol.getDocumentationComment(checker)));
  }

  function commented(text: string, type: ts.Type): Commented {
    const present = checker.getNonNullableType(type);
    const element = checker.getIndexTypeOfType(present, ts.IndexKind.Number) ?? present;
    return {
      text,
      field(name) {
        const symbol = element.getProperty(name);
        return symbol && commented(textOf(symbol), checker.getTypeOfSymbol(symbol));
      },
    };
  }

  /** The type that a zod schema outputs. */
  function outputOf(schema: ts.Type): ts.Type {
    const internals = checker.getTypeOfSymbol(property(schema, '_zod'));
    return checker.getTypeOfSymbol(property(internals, 'output'));
  }

  function schemaOf(table: ts.Type, part: string): Commented | undefined {
    const schema = part === 'row' || part === 'changes' ? checker.getTypeOfSymbol(property(table, part)) : undefined;
    return schema && commented('', outputOf(schema));
  }

  return {
    schema(name) {
      const symbol = exported(files.schemas, name);
      return commented(textOf(symbol), outputOf(checker.getTypeOfSymbol(symbol)));
    },
    tables: {
      text: '',
      field(name) {
        const table = checker.getTypeOfSymbol(exported(files.tables, 'tables')).getProperty(name);
        return table && { text: '', field: (part) => schemaOf(checker.getTypeOfSymbol(table), part) };
      },
    },
    resource: (name) => textOf(property(client, name)),
    method(resource, name) {
      const symbol = property(checker.getTypeOfSymbol(property(client, resource)), name);
      const declaration = symbol.declarations?.find(ts.isMethodDeclaration);
      const [, promise, type] = /^(ApiPromise|ListPromise)<(.+)>$/.exec(declaration?.type?.getText() ?? '') ?? [];
      if (!declaration || !type) throw new Error(`${resource}.${name} returns neither ApiPromise nor ListPromise`);
      const returns = promise === 'ListPromise' ? `${type}[]` : type;
      const parameters = declaration.parameters
        .filter((parameter) => parameter.type?.getText() !== 'EmptyQuery')
        .map((parameter) => parameter.name.getText() + (parameter.questionToken ? '?' : ''))
        .filter((parameter) => parameter !== 'options?');
      return { text: textOf(symbol), call: `client.${resource}.${name}(${parameters.join(', ')})`, returns };
    },
    policy: (name) => textOf(property(policies, name)),
  };
}

/** Joins the lines of each paragraph and turns links into code. */
function unwrapped(text: string): string {
  return text
    .replaceAll(/\{@link ([^}]+)\}/g, '`$1`')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s*\n\s*/g, ' ').trim())
    .join('\n\n');
}
