/**
 * Adds the comments on fields and the descriptions of policies to the declarations in `dist`, as the last step of
 * `npm run build`. TypeScript omits them from types that it infers, and editors show only the declarations.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { PolicyName } from '../../mocks/controls/policies.ts';
import * as published from '../../src/schemas.ts';
import { type Commented, readComments } from './comments.ts';
import { describePolicy } from './policies.ts';

const [dist = join(import.meta.dirname, '../../dist')] = process.argv.slice(2);
const comments = readComments();
const policies: Commented = {
  text: '',
  field: (name) => ({ text: describePolicy(name as PolicyName), field: () => undefined }),
};
const schemas = new Map<string, Commented>([
  ...Object.keys(published)
    .filter((name) => name.endsWith('Schema'))
    .map((name) => [name, comments.schema(name)] as const),
  ['tables', comments.tables] as const,
  ['policyDefinitions', policies] as const,
]);

for (const file of globSync('**/*.d.{ts,cts}', { cwd: dist })) {
  const path = join(dist, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, commentedText(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)));
}

/** Returns the text of a file with a comment before each field of a schema and each policy. */
function commentedText(source: ts.SourceFile): string {
  const { text } = source;
  const parts: string[] = [];
  let written = 0;
  const visit = (node: ts.Node, commented: Commented): void => {
    if (!ts.isPropertySignature(node)) {
      ts.forEachChild(node, (child) => visit(child, commented));
      return;
    }
    const field = ts.isIdentifier(node.name) ? commented.field(node.name.text) : undefined;
    if (!field) return;
    const at = node.getStart(source);
    if (field.text !== '' && ts.getJSDocCommentsAndTags(node).length === 0) {
      const indent = text.slice(text.lastIndexOf('\n', at) + 1, at);
      parts.push(text.slice(written, at), `/** ${field.text.replaceAll('\n', `\n${indent} * `)} */\n${indent}`);
      written = at;
    }
    if (node.type) visit(node.type, field);
  };
  for (const statement of source.statements.filter(ts.isVariableStatement)) {
    for (const { name, type } of statement.declarationList.declarations) {
      const schema = schemas.get(name.getText(source));
      if (schema && type) visit(type, schema);
    }
  }
  return parts.join('') + text.slice(written);
}
