import { ReadStoreUnavailable } from './sql-engine.js';

/**
 * SQLSTATE classes: connection, transaction ended or read-only, login, missing database, conflict
 * with another transaction, resources, operator intervention, and internal errors.
 */
const AWAY = /^(08|25|28|3D|40|53|55|57|58|XX)/;

/** SQLSTATE classes and socket codes of a connection that ended before the response. */
const CUT = /^(08|57P01|57P02|ECONNRESET$|EPIPE$)/;

/** A text property of the error, or null. */
const partOf = (error: unknown, part: 'code' | 'message'): string | null => {
  const value = (error as Partial<Record<typeof part, unknown>> | null | undefined)?.[part];
  return typeof value === 'string' ? value : null;
};

/**
 * Returns the same error, or `ReadStoreUnavailable`. An error without a code comes from the
 * connection or its pool.
 */
export const toUnavailable = (error: unknown): unknown => {
  if (error instanceof ReadStoreUnavailable) return error;
  const [code, message] = [partOf(error, 'code'), partOf(error, 'message') ?? ''];
  const isOfConnection =
    code === null ? /connect|terminat|timeout|discarded/i.test(message) : /^E[A-Z]+$/.test(code);
  if (!isOfConnection && !AWAY.test(code ?? '')) return error;
  return fails(error);
};

/** Runs work on the database. @throws {ReadStoreUnavailable}, and other errors of the work */
export const available = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw toUnavailable(error);
  }
};

/** Whether the connection ended, so that another connection may succeed. */
export const isCut = (error: unknown): boolean => {
  const code = partOf(error, 'code');
  if (code !== null) return CUT.test(code);
  return /^Connection terminated/.test(partOf(error, 'message') ?? '');
};

/** An error for several addresses has an empty message. */
export const fails = (error: unknown): ReadStoreUnavailable => {
  const why = partOf(error, 'message') || partOf(error, 'code');
  return new ReadStoreUnavailable(`the database of the read models failed: ${why}`, {
    cause: error,
  });
};
