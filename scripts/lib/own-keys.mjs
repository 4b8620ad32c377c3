import { dirname } from 'node:path';
import ts from 'typescript';

const { SyntaxKind, TypeFlags } = ts;

/**
 * Finds lookups of arbitrary text in an object, which also find `constructor` and `__proto__`. Returns
 * `file:line` of each lookup in the files of a project (a tsconfig.json) for which `isChecked` is true.
 */
export const textKeysIn = (project, isChecked) => {
  const { config } = ts.readConfigFile(project, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    dirname(project),
    {},
    project,
  );
  const rootNames = fileNames.filter(isChecked);
  const program = ts.createProgram({ rootNames, options });
  const checker = program.getTypeChecker();
  return rootNames.flatMap((name) => textKeysOf(program.getSourceFile(name), checker));
};

const textKeysOf = (file, checker) => {
  const found = [];
  const visit = (node) => {
    const [key, table] = lookUp(node);
    if (key && isText(checker.getTypeAtLocation(key)) && isTable(table, checker)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file.fileName}:${line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};

/** Returns `[key, table]` of `table[key]` and `key in table`. */
const lookUp = (node) => {
  if (ts.isElementAccessExpression(node))
    return isWritten(node) ? [] : [node.argumentExpression, node.expression];
  const isIn = ts.isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword;
  return isIn ? [node.left, node.right] : [];
};

const isWritten = (node) => {
  const { left, operatorToken } = node.parent;
  if (!ts.isBinaryExpression(node.parent) || left !== node) return false;
  const { kind } = operatorToken;
  return kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;
};

const partsOf = (type) => (type.isUnion() ? type.types : [type]);
const isText = (type) => partsOf(type).every(({ flags }) => (flags & TypeFlags.String) !== 0);

const isTable = (table, checker) => {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(table));
  return partsOf(type).some((part) =>
    checker.getIndexInfosOfType(part).some(({ keyType }) => isText(keyType)),
  );
};
