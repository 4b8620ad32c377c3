/** One offending field of a request: a JSON Pointer, what is wrong with it, and what is allowed. */
export type Fault = { readonly pointer: string; readonly code: string; readonly detail: string };

/**
 * The caller's "no". Thrown by deciders and handlers; the HTTP border turns the code into a problem
 * document with its status, in one place (`http/problems.ts`), for every feature.
 */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(
    readonly code: string,
    detail: string,
    readonly faults: readonly Fault[] = [],
  ) {
    super(detail);
  }
}
