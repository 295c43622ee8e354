/** What can be broken in a source file so that a requirement is no longer met: found in its text, nothing is run. */

import ts from 'typescript';

/** A change of one place of a file; with it the product does something else, or nothing. */
export interface Mutation {
  file: string;
  from: number;
  to: number;
  text: string;
  /** For people: what was done, to what. */
  what: string;
}

const parse = (file: string, source: string): ts.SourceFile =>
  ts.createSourceFile(
    file,
    source,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

/** What stands behind a comment that cites the requirement by its own number, not as one of many: `R12`, not `R10-R20`. */
export function behindComments(number: number, file: string, source: string): Mutation[] {
  const root = parse(file, source);
  const itself = new RegExp(`\\bR${number}\\b(?!(-| to )R?\\d)`);
  const cites = (ranges: readonly ts.CommentRange[] | undefined): boolean =>
    (ranges ?? []).some(({ pos, end }) => itself.test(source.slice(pos, end)));
  const found: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    const isLine = ts.isStatement(node) || ts.isClassElement(node) || ts.isObjectLiteralElement(node);
    if (isLine && !ts.isImportDeclaration(node)) {
      const before = ts.getLeadingCommentRanges(source, node.getFullStart());
      const end = node.getEnd();
      const behind = ts.getTrailingCommentRanges(source, source[end] === ',' ? end + 1 : end);
      if (cites(before) || cites(behind)) found.push(...breaking(node, root));
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

/** The declaration of that name. */
export function ofName(name: string, file: string, source: string): Mutation[] {
  const root = parse(file, source);
  return root.statements.filter((one) => namesOf(one).includes(name)).flatMap((one) => breaking(one, root));
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isFunctionDeclaration(statement)) return statement.name ? [statement.name.text] : [];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
}

/** The part of a page that shows the text of this key is left out. */
export function showing(key: string, file: string, source: string): Mutation[] {
  const root = parse(file, source);
  const found: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) && node.text === key) {
      const part = around(node);
      if (part) found.push(change(part, root, partOfPage(part) ? '{null}' : 'null', `leaves out what shows ${key}`));
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

const isElement = (node: ts.Node): boolean => ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node);
const partOfPage = (node: ts.Node): boolean => ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent);

function around(node: ts.Node): ts.Node | undefined {
  let at: ts.Node | undefined = node;
  while (at && !isElement(at)) at = at.parent;
  return at;
}

function change(node: ts.Node, root: ts.SourceFile, text: string, what: string): Mutation {
  return { file: root.fileName, from: node.getStart(root), to: node.getEnd(), text, what };
}

/** Ways to break a declaration, a field or a statement; none of a type. */
function breaking(node: ts.Node, root: ts.SourceFile): Mutation[] {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ initializer, name }) =>
      initializer ? ofValue(initializer, root, name.getText(root)) : [],
    );
  if (ts.isPropertyAssignment(node)) return ofValue(node.initializer, root, node.name.getText(root));
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node))
    return node.body ? ofBody(node.body, root, node.name?.getText(root) ?? 'a function') : [];
  if (ts.isIfStatement(node)) return [change(node.expression, root, 'false', `never: ${short(node.expression, root)}`)];
  if (ts.isReturnStatement(node) && node.expression) return ofValue(node.expression, root, 'what is returned');
  if (ts.isExpressionStatement(node)) return [change(node, root, ';', `leaves out ${short(node, root)}`)];
  return [];
}

function ofValue(value: ts.Expression, root: ts.SourceFile, name: string): Mutation[] {
  const become = (text: string): Mutation[] => [change(value, root, text, `${name} becomes ${text}`)];
  if (ts.isNumericLiteral(value)) return become(`${Number(value.text.replaceAll('_', '')) * 2 + 1}`);
  if (ts.isStringLiteral(value)) return become("'broken'");
  if (value.kind === ts.SyntaxKind.TrueKeyword) return become('false');
  if (value.kind === ts.SyntaxKind.FalseKeyword) return become('true');
  if (ts.isArrayLiteralExpression(value)) return become('[]');
  if (ts.isBinaryExpression(value) && /^[+*/-]$/.test(value.operatorToken.getText(root)))
    return become(`2 * (${value.getText(root)}) + 1`);
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) {
    if (ts.isBlock(value.body)) return ofBody(value.body, root, name);
    return [change(value.body, root, answerOf(value.body, root), `${name} answers ${answerOf(value.body, root)}`)];
  }
  if (isElement(value)) return become('null');
  if (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) return ofValue(value.expression, root, name);
  return [];
}

/** What a function of one expression answers instead. */
function answerOf(body: ts.Node, root: ts.SourceFile): string {
  const inner = ts.isParenthesizedExpression(body) ? body.expression : body;
  if (ts.isBinaryExpression(inner) || ts.isPrefixUnaryExpression(inner)) return `!(${inner.getText(root)})`;
  return isElement(inner) ? 'null' : 'undefined';
}

/** Of a component, nothing is drawn; any other function does nothing. */
const ofBody = (body: ts.Block, root: ts.SourceFile, name: string): Mutation[] => [
  change(body, root, draws(body) ? '{ return null; }' : '{}', `${name} does nothing`),
];

const draws = (node: ts.Node): boolean =>
  isElement(node) || ts.forEachChild(node, (child) => draws(child) || undefined) === true;

const short = (node: ts.Node, root: ts.SourceFile): string => node.getText(root).replace(/\s+/g, ' ').slice(0, 60);

/** The file with the place changed. */
export const mutated = (source: string, { from, to, text }: Mutation): string =>
  source.slice(0, from) + text + source.slice(to);
