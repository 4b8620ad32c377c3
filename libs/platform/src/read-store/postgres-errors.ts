import { ReadStoreAway } from './sql-engine.js';

/**
 * Classes of SQLSTATE: connection, a transaction that the server ended or will not have written,
 * log-in, a database that has gone, what another transaction is in the way of, resources, an
 * operator's intervention, the server's own faults.
 */
const AWAY = /^(08|25|28|3D|40|53|55|57|58|XX)/;

/** Classes of SQLSTATE, and codes of sockets, that end a connection before it answered. */
const CUT = /^(08|57P01|57P02|ECONNRESET$|EPIPE$)/;

/** A text that the error has, or null. */
const partOf = (error: unknown, part: 'code' | 'message'): string | null => {
  const value = (error as Partial<Record<typeof part, unknown>> | null | undefined)?.[part];
  return typeof value === 'string' ? value : null;
};

/** The same error, or `ReadStoreAway`: an error without a code is the connection's or its pool's. */
export const postgresAway = (error: unknown): unknown => {
  if (error instanceof ReadStoreAway) return error;
  const [code, message] = [partOf(error, 'code'), partOf(error, 'message') ?? ''];
  const isOfConnection =
    code === null ? /connect|terminat|timeout|discarded/i.test(message) : /^E[A-Z]+$/.test(code);
  if (!isOfConnection && !AWAY.test(code ?? '')) return error;
  return fails(error);
};

/** Whether the connection ended, so that another one may answer. */
export const isCut = (error: unknown): boolean => {
  const code = partOf(error, 'code');
  if (code !== null) return CUT.test(code);
  return /^Connection terminated/.test(partOf(error, 'message') ?? '');
};

/** Where several addresses were tried, there is no message. */
export const fails = (error: unknown): ReadStoreAway => {
  const why = partOf(error, 'message') || partOf(error, 'code');
  return new ReadStoreAway(`the database of the read models fails: ${why}`, { cause: error });
};
