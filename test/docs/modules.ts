/**
 * Converts each TypeScript block to a module. A block may use names of the blocks above it: an undeclared name is
 * imported from the closest block above that declares it.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { type Block, root } from './pages.ts';

/** A block as a module. */
export interface Module {
  readonly block: Block;
  /** `docs/client.md:12` */
  readonly title: string;
  /** A virtual file. The lines of the module are those of the page. */
  readonly file: string;
  readonly url: string;
  /** The code to compile. */
  readonly source: string;
  /** The code to run: it compares its output with the comments, and uses any free port. */
  readonly checked: string;
  /** The number of lines that it compares with a comment. */
  readonly expectations: number;
  /** Whether it is a test suite: it calls `test`, `beforeAll` or similar functions at the top level. */
  readonly isSuite: boolean;
  /** The runner, if it is not Vitest in Node. */
  readonly runner: Runner | undefined;
}

/** Node's test runner, or Chromium in `test/browser/docs.test.ts`. */
type Runner = 'node:test' | 'chromium';

const suiteFunctions = ['test', 'it', 'describe', 'beforeAll', 'afterAll', 'beforeEach', 'afterEach'];

/** Replacements for packages that are not installed or need their own runner. */
export const doubles: Readonly<Record<string, string>> = {
  '@jest/globals': join(import.meta.dirname, 'doubles/jest-globals.ts'),
  '@playwright/test': join(import.meta.dirname, 'doubles/playwright-test.ts'),
};

const expectOutput = join(import.meta.dirname, 'expect-output.ts');

/** Returns the modules of the TypeScript blocks of a page. */
export function modulesOf(blocks: readonly Block[]): Module[] {
  /** The import statement for a name of a block above. */
  const known = new Map<string, string>();
  return blocks
    .filter(
      ({ language, mark }) => language === 'ts' && !['not compiled', 'file', 'part of'].includes(mark?.kind ?? ''),
    )
    .map((block) => {
      const file = fileOf(block);
      const parsed = ts.createSourceFile(file, block.code, ts.ScriptTarget.Latest, true);
      const { imported, declared } = namesOf(parsed);
      const head = [...usesOf(parsed)].map((name) => known.get(name) ?? '').join(' ');
      const own = [...declared].filter(([, kind]) => kind !== 'exported');
      const tail = `export { ${own.map(([name, kind]) => (kind === 'type' ? `type ${name}` : name)).join(', ')} };`;
      const wrap = (code: string) => `${head}${'\n'.repeat(block.line - 1)}${code}\n${tail}`;
      const runner = runnerOf(block);
      if (runner !== 'node:test') {
        for (const [name, statement] of imported) known.set(name, statement);
        for (const [name, kind] of declared) {
          known.set(name, `import { ${kind === 'type' ? 'type ' : ''}${name} } from ${JSON.stringify(file)};`);
        }
      }
      const { text, expectations } = withExpectations(parsed, `${block.page}:${block.line}`);
      return {
        block,
        title: `${block.page}:${block.line}`,
        file,
        url: pathToFileURL(file).href,
        source: wrap(block.code),
        checked: `import { expectOutput } from ${JSON.stringify(expectOutput)}; ${wrap(text).replaceAll('port: 4010', 'port: 0')}`,
        expectations,
        isSuite: makesTests(parsed),
        runner,
      };
    });
}

function runnerOf({ code }: Block): Runner | undefined {
  if (/from 'node:test'/.test(code)) return 'node:test';
  return /'@playwright\/test'|'masterdata-sdk\/mock\/browser'|\bimport\.meta\.env\b|\binterface Window\b/.test(code)
    ? 'chromium'
    : undefined;
}

/** Returns a folder for the block, and the file name of its first line if there is one. */
function fileOf({ page, line, code }: Block): string {
  const [, name = `${line}.ts`] = /^\/\/ ([\w./-]+\.ts)\b/.exec(code) ?? [];
  return join(root, page.replace(/\.md$/, ''), name);
}

/** Returns the top-level declarations and the imports of a block. */
function namesOf(file: ts.SourceFile) {
  const imported = new Map<string, string>();
  const declared = new Map<string, 'value' | 'type' | 'exported'>();
  const declare = (name: ts.BindingName, kind: 'value' | 'exported') => {
    if (ts.isIdentifier(name)) declared.set(name.text, kind);
    else for (const element of name.elements) if (ts.isBindingElement(element)) declare(element.name, kind);
  };
  for (const statement of file.statements) {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    const kind = isExported ? 'exported' : 'value';
    if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) declare(name, kind);
    } else if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name) {
      declared.set(statement.name.text, kind);
    } else if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
      declared.set(statement.name.text, isExported ? 'exported' : 'type');
    } else if (ts.isImportDeclaration(statement) && statement.importClause) {
      const { name, namedBindings } = statement.importClause;
      const all = [name, namedBindings && ts.isNamespaceImport(namedBindings) ? namedBindings.name : undefined];
      for (const one of all) if (one) imported.set(one.text, statement.getText());
      if (namedBindings && ts.isNamedImports(namedBindings)) {
        const from = statement.moduleSpecifier.getText();
        for (const element of namedBindings.elements) {
          imported.set(element.name.text, `import { ${element.getText()} } from ${from};`);
        }
      }
    }
  }
  return { imported, declared };
}

/** Returns the names that a block uses without declaring them. */
function usesOf(file: ts.SourceFile): Set<string> {
  const names = { use: new Set<string>(), declaration: new Set<string>(), member: new Set<string>() };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names[roleOf(node)].add(node.text);
    node.forEachChild(visit);
  };
  visit(file);
  return new Set([...names.use].filter((name) => !names.declaration.has(name)));
}

function roleOf(name: ts.Identifier): 'use' | 'declaration' | 'member' {
  const { parent } = name;
  if (ts.isShorthandPropertyAssignment(parent) || !('name' in parent)) return 'use';
  if (parent.name !== name) return ts.isBindingElement(parent) && parent.propertyName === name ? 'member' : 'use';
  const isMember =
    ts.isPropertyAccessExpression(parent) || ts.isObjectLiteralElement(parent) || ts.isTypeElement(parent);
  return isMember ? 'member' : 'declaration';
}

function makesTests(file: ts.SourceFile): boolean {
  return file.statements.some((statement) => {
    if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) return false;
    const [name] = statement.expression.expression.getText().split('.');
    return name !== undefined && suiteFunctions.includes(name);
  });
}

/** Turns `console.log(value); // text` into a check that it prints the text. `…` matches anything. */
function withExpectations(file: ts.SourceFile, title: string): { text: string; expectations: number } {
  let expectations = 0;
  const code = file.text;
  const edits: { at: number; end: number; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
      const { expression: callee } = node.expression;
      const [, expected] = /^ *\/\/ (.+)/.exec(code.slice(node.end).split('\n', 1)[0] ?? '') ?? [];
      if (callee.getText() === 'console.log' && expected !== undefined) {
        expectations += 1;
        const text = `expectOutput(${JSON.stringify(title)}, ${JSON.stringify(expected.trim())})`;
        edits.push({ at: callee.getStart(), end: callee.end, text });
      }
    }
    node.forEachChild(visit);
  };
  visit(file);
  const text = edits.reduceRight((all, edit) => all.slice(0, edit.at) + edit.text + all.slice(edit.end), code);
  return { text, expectations };
}
