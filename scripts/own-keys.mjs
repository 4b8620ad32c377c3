import ts from 'typescript';

/**
 * A table whose keys are any text answers for `constructor` and `__proto__` as well. Text is looked up
 * in a Map, or among the own keys.
 */
export const ownKeys = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      own: 'Look text up in a Map or with `ownValue`: this answers for "constructor", too.',
    },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services.program.getTypeChecker();
    const partsOf = (type) => (type.isUnion() ? type.types : [type]);
    const isText = (type) => (type.flags & ts.TypeFlags.String) !== 0;
    const isTable = (type) =>
      checker.getIndexInfosOfType(type).some(({ keyType }) => isText(keyType));
    const judge = (node, key, table) => {
      if (!partsOf(services.getTypeAtLocation(key)).every(isText)) return;
      const type = checker.getNonNullableType(services.getTypeAtLocation(table));
      if (partsOf(type).some(isTable)) context.report({ node, messageId: 'own' });
    };
    return {
      'MemberExpression[computed=true]'(node) {
        const { parent } = node;
        const isWritten = parent.type === 'AssignmentExpression' && parent.left === node;
        if (!isWritten) judge(node, node.property, node.object);
      },
      'BinaryExpression[operator="in"]'(node) {
        judge(node, node.left, node.right);
      },
    };
  },
};
