import { ReadStoreAway } from './sql-engine.js';

/**
 * Classes of SQLSTATE: connection, a transaction that the server ended or will not have written,
 * log-in, a database that has gone, what another transaction is in the way of, resources, an
 * operator's intervention, the server's own faults.
 */
const AWAY = /^(08|25|28|3D|40|53|55|57|58|XX)/;
/** What is said of values and constraints, and of rows that are too long for an index. */
const OF_DATA = /^(21|22|23|54)/;

/** A text that the error has, or null. */
const partOf = (error: unknown, part: 'code' | 'message'): string | null => {
  const value = (error as Partial<Record<typeof part, unknown>> | null | undefined)?.[part];
  return typeof value === 'string' ? value : null;
};

/** See `SqlEngine.isOfData`. */
export const isOfData = (error: unknown): boolean =>
  error instanceof RangeError || OF_DATA.test(partOf(error, 'code') ?? '');

/** The same error, or `ReadStoreAway`: an error without a code is the connection's or its pool's. */
export const postgresAway = (error: unknown): unknown => {
  if (error instanceof ReadStoreAway) return error;
  const [code, message] = [partOf(error, 'code'), partOf(error, 'message') ?? ''];
  const isOfConnection =
    code === null ? /connect|terminat|timeout|discarded/i.test(message) : /^E[A-Z]+$/.test(code);
  if (!isOfConnection && !AWAY.test(code ?? '')) return error;
  return fails(error);
};

/** Where several addresses were tried, there is no message. */
export const fails = (error: unknown): ReadStoreAway => {
  const why = partOf(error, 'message') || partOf(error, 'code');
  return new ReadStoreAway(`the database of the read models fails: ${why}`, { cause: error });
};
