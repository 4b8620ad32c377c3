import type { Fault } from '#platform/core/refused.js';

const REFERENCE = /^[^\s\p{Cc}]([^\p{Cc}]{0,138}[^\s\p{Cc}])?$/u;

/** What a bank's statement line must look like to be recorded. */
export const transferFaults = (reference: string, amountCents: bigint): readonly Fault[] => [
  ...(REFERENCE.test(reference)
    ? []
    : [
        {
          pointer: '/reference',
          code: 'reference_invalid',
          detail: 'must have 1 to 140 characters, not beginning or ending with a space',
        },
      ]),
  ...(amountCents > 0n
    ? []
    : [{ pointer: '/amount', code: 'amount_invalid', detail: 'must be above 0' }]),
];
