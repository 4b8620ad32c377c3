import type { Schemas } from '../../api/client.js';

type Line = Pick<Schemas['StatementLine'], 'type' | 'transactionId'>;

/**
 * What tells the rows of a page apart: a deposit may be adjusted more than once in a period, and of rows
 * with one key some would stay on the next page.
 */
export const lineKey = ({ type, transactionId }: Line, place: number): string =>
  `${type} ${transactionId} ${place}`;
