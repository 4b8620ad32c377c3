import type { Schemas } from '../../api/client.js';

type Line = Pick<Schemas['StatementLine'], 'type' | 'transactionId'>;

/**
 * Unique key of a row. A deposit may be adjusted several times in a period, and rows with equal keys
 * would stay on the next page.
 */
export const lineKey = ({ type, transactionId }: Line, place: number): string =>
  `${type} ${transactionId} ${place}`;
