import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { OutcomeUnknown } from '#platform/broker/broker.js';
import { NoAnswer } from '#platform/core/outbound-http.js';
import { isRedisAway } from '#platform/core/redis-away.js';
import { type Fault, Refused } from '#platform/core/refused.js';
import { ReadStoreAway } from '#platform/read-store/sql-engine.js';

const ASK_AGAIN =
  'The provider gave no answer, or none of use; run this again when it does. Under npm start the sandbox is the provider: is it running, with this SANDBOX_PORT? Else look at BROKER_URL and IDENTITY_URL.';

/** Why a command failed, in lines for people. */
export const whyOf = (error: unknown): readonly string[] => {
  if (isRedisAway(error))
    return ['Redis cannot be reached: is the service running, with this REDIS_URL or DATA_DIR?'];
  if (error instanceof ReadStoreAway)
    return [`${error.message}: is it running, with this READ_MODELS_URL or DATA_DIR?`];
  if (error instanceof NoAnswer || error instanceof OutcomeUnknown)
    return [error.message, ASK_AGAIN];
  if (error instanceof Refused && error.faults.length > 0) return error.faults.map(faultLine);
  const { message } = error as Error;
  return [fileTrouble(error as NodeJS.ErrnoException) ?? message];
};

/** A field is an option here; a line of a file names itself. */
const faultLine = ({ pointer = '', detail }: Fault): string => {
  const [, field] = /^\/([a-z][A-Za-z]*)$/.exec(pointer) ?? [];
  return field === undefined ? detail : `--${field.replace(/[A-Z]/g, hyphened)}: ${detail}`;
};

const hyphened = (letter: string): string => `-${letter.toLowerCase()}`;

/** Null when it is none. A file is written under a name of its own first, and nobody knows that. */
const fileTrouble = ({ code, path = '' }: NodeJS.ErrnoException): string | null => {
  const file = path.endsWith(`.${process.pid}`) ? path.slice(0, -`.${process.pid}`.length) : path;
  if (code === 'ENOENT')
    return existsSync(dirname(file))
      ? `There is no file ${file}.`
      : `There is no directory ${dirname(file)}.`;
  if (code === 'ENOTDIR') return `${dirname(file)} is no directory.`;
  if (code === 'EISDIR')
    return file === '' ? 'That is a directory; name a file.' : `${file} is a directory.`;
  if (code === 'ENOSPC') return 'The disk is full.';
  const isForbidden = code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
  return isForbidden && file !== '' ? `This user may not open ${file}.` : null;
};
