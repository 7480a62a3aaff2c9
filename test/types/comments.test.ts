import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { entryPoints } from '../../release/entry-points.ts';
import { root } from './editor.ts';

/** Types whose members need no comment: the rows of each table, by its name. */
const selfExplanatory = ['Rows'];

type Member = ts.PropertySignature | ts.MethodSignature | ts.PropertyDeclaration | ts.MethodDeclaration;

/** Returns the members of an exported type, also those of the objects that a union consists of. */
function membersOf(node: ts.Node): Member[] {
  if (ts.isPropertySignature(node) || ts.isMethodSignature(node)) return [node];
  if (ts.isPropertyDeclaration(node) || ts.isMethodDeclaration(node)) return [node];
  const isOuter = ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node) || ts.isTypeAliasDeclaration(node);
  const isObject = ts.isTypeLiteralNode(node) || ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node);
  if (!isOuter && !isObject && !ts.isParenthesizedTypeNode(node)) return [];
  const members: Member[] = [];
  ts.forEachChild(node, (child) => void members.push(...membersOf(child)));
  return members;
}

function hasComment(member: Member): boolean {
  // Neither private names nor symbols are for users.
  return !ts.isIdentifier(member.name) || ts.getJSDocCommentsAndTags(member).length > 0;
}

test('each member of an exported type has a comment', () => {
  const files = entryPoints.map(({ output }) => join(root, `dist/${output}.d.ts`));
  const program = ts.createProgram(files, { module: ts.ModuleKind.NodeNext, skipLibCheck: true, types: [] });
  const checker = program.getTypeChecker();
  const missing = new Set<string>();
  for (const file of files) {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    for (const alias of module ? checker.getExportsOfModule(module) : []) {
      const symbol = alias.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(alias) : alias;
      const members = selfExplanatory.includes(symbol.name) ? [] : (symbol.declarations ?? []).flatMap(membersOf);
      for (const member of members) if (!hasComment(member)) missing.add(`${symbol.name}.${member.name.getText()}`);
    }
  }
  expect([...missing]).toEqual([]);
});
