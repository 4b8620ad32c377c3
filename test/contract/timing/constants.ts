import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A time constant of the running code or of the documents. */
export type TimeConstant = {
  readonly name: string;
  /** One number, or several pauses in a row, in the unit that the name ends with. A computed table is left out. */
  readonly values: readonly number[];
  readonly why: string;
  readonly file: string;
};

const DOCUMENTED = 'test/contract/timing/documented.ts';
/** Names of units and of the calendar: no code waits for them. */
const UNITS = /^(SECOND|MINUTE|HOUR|DAY|YEAR|AROUND)_M?S$|^(CALL_BUCKETS|AGES)_S$/;

/** Source files of the running service. The sandbox simulates other firms and has its own times. */
export const sourceFiles = (): readonly string[] =>
  ['apps', 'libs']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((name) => /\.tsx?$/.test(name))
    .filter((name) => !/^apps\/sandbox\/|\.(spec|examples|d)\.tsx?$/.test(name));

type Found = { readonly node: ts.VariableDeclaration; readonly why: string; readonly file: string };

const found = new Map<string, Found>();

const constantsIn = (file: string): void => {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const [comment] = ts.getJSDocCommentsAndTags(statement);
    const text = comment !== undefined && ts.isJSDoc(comment) ? comment.comment : undefined;
    const why = (ts.getTextOfJSDocComment(text) ?? '').replace(/\s+/g, ' ');
    for (const node of statement.declarationList.declarations)
      if (ts.isIdentifier(node.name) && /^[A-Z][A-Z\d_]*_M?S$/.test(node.name.text)) {
        const name = node.name.text;
        if (found.has(name) && !UNITS.test(name))
          throw new Error(`${name} is in ${found.get(name)?.file} and in ${file}`);
        found.set(name, { node, why, file });
      }
  }
};

const valuesOf = (node: ts.Expression | undefined): readonly number[] => {
  if (node === undefined) return [NaN];
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node))
    return valuesOf(node.expression);
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(valuesOf);
  if (ts.isNumericLiteral(node)) return [Number(node.text)];
  if (ts.isIdentifier(node)) return valuesOf(found.get(node.text)?.node.initializer);
  if (ts.isBinaryExpression(node)) {
    const [left = NaN] = valuesOf(node.left);
    const [right = NaN] = valuesOf(node.right);
    if (node.operatorToken.kind === ts.SyntaxKind.AsteriskToken) return [left * right];
    if (node.operatorToken.kind === ts.SyntaxKind.SlashToken) return [left / right];
    if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) return [left + right];
    if (node.operatorToken.kind === ts.SyntaxKind.MinusToken) return [left - right];
  }
  return [NaN];
};

[...sourceFiles(), DOCUMENTED].forEach(constantsIn);

export const CONSTANTS: ReadonlyMap<string, TimeConstant> = new Map(
  [...found]
    .filter(([name]) => !UNITS.test(name))
    .map(([name, { node, why, file }]) => ({ name, values: valuesOf(node.initializer), why, file }))
    .filter(({ values }) => values.every(Number.isFinite))
    .map((constant) => [constant.name, constant]),
);

/** Returns the constant in ms; several pauses follow each other. */
export const msOf = (name: string): number => {
  const constant = CONSTANTS.get(name);
  if (constant === undefined) throw new Error(`No time constant has the name ${name}`);
  const sum = constant.values.reduce((total, value) => total + value, 0);
  return name.endsWith('_S') ? sum * 1_000 : sum;
};
