import type { ApiOperationOptions, ApiPropertyOptions } from '@nestjs/swagger';

/**
 * Note for the OpenAPI document about a member of a class: a field, a route, the class of its body,
 * or an exclusion.
 */
export type ContractNote = { readonly target: object; readonly property: string | symbol } & (
  | { readonly kind: 'field'; readonly options: ApiPropertyOptions }
  | { readonly kind: 'operation'; readonly options: ApiOperationOptions }
  | { readonly kind: 'body'; readonly type: new () => object }
  | { readonly kind: 'hidden' }
);

const notes: ContractNote[] = [];

/**
 * Stored until the document is generated. Only that step loads the Swagger package, 530 modules
 * that a running process does not need.
 */
export const note = (each: ContractNote): void => {
  notes.push(each);
};

/** Removes and returns the stored notes. */
export const takeNotes = (): readonly ContractNote[] => notes.splice(0);

/** Excludes a route from the document, because only browsers use it. */
export const NotInContract = (): MethodDecorator => (target, property) => {
  note({ target, property, kind: 'hidden' });
};
