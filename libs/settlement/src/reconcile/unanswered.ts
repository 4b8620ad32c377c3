import { OutcomeUnknown } from '#platform/broker/broker.js';
import { CircuitOpen } from '#platform/core/circuit.js';
import { type Difference, differenceOf } from './difference.js';
import type { DifferenceKind } from './difference-kinds.js';

/** The thing that is asked about. */
export type Unanswered = Partial<Difference> &
  Pick<Difference, 'partnerId'> & {
    readonly kind: Extract<DifferenceKind, `${string}_unanswered`>;
  };

type Answered<Answer> =
  | { readonly answer: Answer; readonly difference: null }
  | { readonly answer: undefined; readonly difference: Difference };

/**
 * What the broker says of one thing. One that it gives no usable answer about is a difference of its own, and
 * everything else is compared.
 */
export const answerAbout = async <Answer>(
  id: string,
  about: Unanswered,
  ask: () => Promise<Answer>,
): Promise<Answered<Answer>> => {
  try {
    return { answer: await ask(), difference: null };
  } catch (error) {
    if (!(error instanceof OutcomeUnknown || error instanceof CircuitOpen)) throw error;
    const [thing] = about.kind.split('_');
    const difference = differenceOf({ ...about, what: `${thing} ${id}: ${error.message}` });
    return { answer: undefined, difference };
  }
};
