/** Every test as it is written: where it stands, what it is called, and its source. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface WrittenTest {
  file: string;
  /** What it is called, as the source has it: a part that is filled in stands as `${…}`, `%s` or `$name`. */
  title: string;
  /** With the names of the groups around it. */
  name: string;
  /** Its callback; of a group, all that is in it. */
  body: ts.Node;
}

const KINDS = new Set(['it', 'test', 'describe', 'withDatabases', 'withPostgres']);

/** The tests of one file; `source` is its text. */
export function testsIn(file: string, source: string): WrittenTest[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const root = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: WrittenTest[] = [];
  const visit = (node: ts.Node, around: string): void => {
    const named = ts.isCallExpression(node) ? nameOf(node) : undefined;
    const name = [around, named].filter(Boolean).join(' ');
    if (named !== undefined) found.push({ file, title: named, name, body: node });
    ts.forEachChild(node, (child) => visit(child, name));
  };
  visit(root, '');
  return found;
}

/** `it('name', …)`, `it.each(…)('name', …)`; undefined of any other call. */
function nameOf({ expression, arguments: [first] }: ts.CallExpression): string | undefined {
  let callee: ts.Expression = expression;
  while (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) callee = callee.expression;
  if (!ts.isIdentifier(callee) || !KINDS.has(callee.text) || !first) return undefined;
  if (ts.isStringLiteral(first) || ts.isNoSubstitutionTemplateLiteral(first)) return first.text;
  return ts.isTemplateExpression(first) ? first.getText().slice(1, -1) : undefined;
}

/** Of a title as it is written: what it is called when it runs. */
export function titlePattern(title: string): string {
  const parts = title.split(/\$\{[^}]*\}|%[a-z]|\$\w+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return parts.join('.*');
}

export const allTests = (): WrittenTest[] =>
  readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .sort()
    .flatMap((file) => testsIn(`tests/${file}`, readFileSync(join('tests', file), 'utf8')));
