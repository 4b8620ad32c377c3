import type { ApiOperationOptions, ApiPropertyOptions } from '@nestjs/swagger';

/**
 * What the OpenAPI document is to say of a member of a class: a field, a route, the
 * class of its body, or nothing.
 */
export type ContractNote = { readonly target: object; readonly property: string | symbol } & (
  | { readonly kind: 'field'; readonly options: ApiPropertyOptions }
  | { readonly kind: 'operation'; readonly options: ApiOperationOptions }
  | { readonly kind: 'body'; readonly type: new () => object }
  | { readonly kind: 'hidden' }
);

const notes: ContractNote[] = [];

/**
 * Kept until the document is made, by which alone the Swagger package is loaded: it is 530 modules
 * that no running process needs.
 */
export const note = (each: ContractNote): void => {
  notes.push(each);
};

/** Hands over the notes since the last time. */
export const takeNotes = (): readonly ContractNote[] => notes.splice(0);

/** A route that the document leaves out: for browsers, not for callers. */
export const NotInContract = (): MethodDecorator => (target, property) => {
  note({ target, property, kind: 'hidden' });
};
