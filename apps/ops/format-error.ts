import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { NoResponse } from '#http/outbound/outbound-http.js';
import { isRedisUnavailable } from '#kernel/redis-unavailable.js';
import { type FieldError, Refused } from '#kernel/refused.js';
import { ReadStoreUnavailable } from '#read-models/sql-engine.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

const RETRY_LATER =
  'The provider did not respond, or sent an invalid response: run the command again later. Under npm start the sandbox is the provider: is it running, with this SANDBOX_PORT? Otherwise check BROKER_URL and IDENTITY_URL.';

/** Formats an error as lines for people. */
export const formatError = (error: unknown): readonly string[] => {
  if (isRedisUnavailable(error))
    return ['Redis cannot be reached: is the service running, with this REDIS_URL or DATA_DIR?'];
  if (error instanceof ReadStoreUnavailable)
    return [`${error.message}: is it running, with this READ_MODELS_URL or DATA_DIR?`];
  if (error instanceof NoResponse || error instanceof OutcomeUnknown)
    return [error.message, RETRY_LATER];
  if (error instanceof Refused && error.errors.length > 0) return error.errors.map(errorLine);
  const { message } = error as Error;
  return [fileError(error as NodeJS.ErrnoException) ?? message];
};

/** Adds the option of a field. Errors of lines in a file already name the line. */
const errorLine = ({ pointer = '', detail }: FieldError): string => {
  const [, field] = /^\/([a-z][A-Za-z]*)$/.exec(pointer) ?? [];
  return field === undefined ? detail : `--${field.replace(/[A-Z]/g, hyphenated)}: ${detail}`;
};

const hyphenated = (letter: string): string => `-${letter.toLowerCase()}`;

/** Describes a file error, or returns null. Removes the suffix of temporary file names. */
const fileError = ({ code, path = '' }: NodeJS.ErrnoException): string | null => {
  const file = path.endsWith(`.${process.pid}`) ? path.slice(0, -`.${process.pid}`.length) : path;
  if (code === 'ENOENT')
    return existsSync(dirname(file))
      ? `The file ${file} does not exist.`
      : `The directory ${dirname(file)} does not exist.`;
  if (code === 'ENOTDIR') return `${dirname(file)} is not a directory.`;
  if (code === 'EISDIR')
    return file === ''
      ? 'The path is a directory: give the path of a file.'
      : `${file} is a directory.`;
  if (code === 'ENOSPC') return 'The disk is full.';
  const isForbidden = code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
  return isForbidden && file !== '' ? `This user is not permitted to open ${file}.` : null;
};
