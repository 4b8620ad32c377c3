import ts from 'typescript';

/** A small mistake in a source text: what stands from `start` to `end` becomes `text`. */
export type Mutation = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
  /** What was and what is, short enough for a table. */
  readonly label: string;
};

const OTHER_OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
};

const OTHER_METHODS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    min: 'max',
    max: 'min',
    find: 'findLast',
    findLast: 'find',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
  }),
);

/** Without them the value goes on as it was. */
const LEFT_OUT_METHODS = new Set(['filter', 'sort', 'slice', 'trim', 'toLowerCase', 'toUpperCase']);

const LABEL_CHARS_MAX = 60;

/** Every mistake that this tool can make in a TypeScript source, in order of place. */
export const mutationsOf = (source: string): readonly Mutation[] => {
  const file = ts.createSourceFile('subject.ts', source, ts.ScriptTarget.ES2023, true);
  const found: Mutation[] = [];
  const add: Add = (node, text, was = node.getText()) => {
    const start = node.getStart();
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    const label = `${short(was)} → ${short(text) || 'nothing'}`;
    found.push({ start, end: node.getEnd(), text, line, label });
  };
  const visit = (node: ts.Node): void => {
    if (isLeftAlone(node)) return;
    for (const mutate of MUTATORS) mutate(node, add);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.sort((a, b) => a.start - b.start);
};

export const mutated = (source: string, { start, end, text }: Mutation): string =>
  `${source.slice(0, start)}${text}${source.slice(end)}`;

type Add = (node: ts.Node, text: string, was?: string) => void;

/** Types and decorators do nothing at run time; log lines and docs are for people; an index changes no answer. */
const isLeftAlone = (node: ts.Node): boolean =>
  ts.isTypeNode(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isDecorator(node) ||
  (ts.isPropertyAssignment(node) && /^(wideI|i)ndexes$/.test(node.name.getText())) ||
  (ts.isCallExpression(node) && /(logger\.\w+|\.meta)$/.test(node.expression.getText()));

const operators = (node: ts.Node, add: Add): void => {
  if (!ts.isBinaryExpression(node)) return;
  const { left, operatorToken, right } = node;
  const operator = operatorToken.getText();
  if (operator === '+' && [left, right].some(isText)) return;
  for (const other of OTHER_OPERATORS[operator] ?? []) {
    const [before, after] = [whole(left), whole(right)];
    const text = `${before} ${other} ${after}`;
    // The language takes no && beside ?? without brackets.
    const isBeside = operator === '??' && isCoalescing(node.parent);
    add(node, isBeside ? `(${text})` : text, `${before} ${operator} ${after}`);
  }
  if (operator !== '&&' && operator !== '||') return;
  const neutral = operator === '&&' ? 'true' : 'false';
  for (const operand of [left, right])
    if (!ts.isBinaryExpression(operand) || operand.operatorToken.getText() !== operator)
      add(operand, neutral);
};

const isCoalescing = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node) && node.operatorToken.getText() === '??';

/** Keeps together what belongs together, whatever stands beside it. */
const whole = (node: ts.Node): string =>
  ts.isBinaryExpression(node) ? `(${node.getText()})` : node.getText();

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteral(node) || ts.isTemplateExpression(node) || ts.isTemplateLiteral(node);

const unary = (node: ts.Node, add: Add): void => {
  if (ts.isPrefixUnaryExpression(node)) {
    const operand = node.operand.getText();
    if (node.operator === ts.SyntaxKind.PlusPlusToken) add(node, `--${operand}`);
    else if (node.operator === ts.SyntaxKind.MinusMinusToken) add(node, `++${operand}`);
    else add(node, operand);
  }
  if (ts.isPostfixUnaryExpression(node)) {
    const isMore = node.operator === ts.SyntaxKind.PlusPlusToken;
    add(node, `${node.operand.getText()}${isMore ? '--' : '++'}`);
  }
  if (ts.isAwaitExpression(node)) add(node, node.expression.getText());
};

const booleans = (node: ts.Node, add: Add): void => {
  if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false');
  if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true');
};

const conditions = (node: ts.Node, add: Add): void => {
  if (ts.isIfStatement(node)) for (const word of ['true', 'false']) add(node.expression, word);
  if (ts.isConditionalExpression(node))
    for (const word of ['true', 'false']) add(node.condition, word);
  if (ts.isWhileStatement(node) && !isBoolean(node.expression)) add(node.expression, 'false');
  if (ts.isForStatement(node) && node.condition !== undefined) add(node.condition, 'false');
};

const isBoolean = ({ kind }: ts.Node): boolean =>
  kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword;

const statements = (node: ts.Node, add: Add): void => {
  const isLog = ts.isExpressionStatement(node) && /logger\.\w+\(/.test(node.getText());
  const isSuper = ts.isExpressionStatement(node) && node.getText().startsWith('super(');
  if (isLog || isSuper) return;
  if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) add(node, ';');
  if (ts.isContinueStatement(node)) add(node, ';');
};

/** A word that is missing in a list, a field that a change forgets. */
const members = (node: ts.Node, add: Add): void => {
  if (ts.isArrayLiteralExpression(node) && !ts.isArrayLiteralExpression(node.parent))
    for (const element of node.elements) without(node, node.elements, element, add);
  if (ts.isObjectLiteralExpression(node) && node.properties.some(ts.isSpreadAssignment))
    for (const property of node.properties) without(node, node.properties, property, add);
};

const without = (literal: ts.Node, all: readonly ts.Node[], one: ts.Node, add: Add): void => {
  const [open, close] = ts.isArrayLiteralExpression(literal) ? ['[', ']'] : ['{ ', ' }'];
  const rest = all.filter((each) => each !== one).map((each) => each.getText());
  add(
    literal,
    `${open}${rest.join(', ')}${close}`,
    `${one.getText()} in ${open.trim()}…${close.trim()}`,
  );
};

const methods = (node: ts.Node, add: Add): void => {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
  const { expression: target, name } = node.expression;
  const other = OTHER_METHODS.get(name.text);
  const args = node.arguments.map((argument) => argument.getText()).join(', ');
  if (other !== undefined) add(node, `${target.getText()}.${other}(${args})`);
  if (LEFT_OUT_METHODS.has(name.text)) add(node, target.getText());
};

const MUTATORS = [operators, unary, booleans, conditions, statements, members, methods];

const short = (text: string): string => {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  const half = LABEL_CHARS_MAX / 2;
  return flat.length > LABEL_CHARS_MAX ? `${flat.slice(0, half)}…${flat.slice(-half)}` : flat;
};
