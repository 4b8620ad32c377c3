import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { retry } from '#kernel/concurrency/retry.js';
import { isUnavailable } from '#kernel/event-store/event-log.js';
import type { PersonKeys } from './person-keys.js';
import { resumeBackoff } from '../timing.js';

const fileIn = (dataDir: string): string => join(dataDir, 'erasures.jsonl');

/**
 * Records an erased person in a file in the data directory, because a restored backup may contain
 * the key again. The entry is durable when the function returns.
 */
export const listErasure = (dataDir: string, person: string, now: Date): void => {
  if (listedErasures(dataDir).includes(person)) return;
  const file = openSync(fileIn(dataDir), 'a', 0o600);
  try {
    // The leading line break ends an entry that an earlier crash cut off.
    appendFileSync(file, `\n${JSON.stringify({ person, at: now.toISOString() })}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/** Returns the erased people. Skips a line that a crash cut off: its erasure is repeated. */
export const listedErasures = (dataDir: string): readonly string[] =>
  existsSync(fileIn(dataDir))
    ? readFileSync(fileIn(dataDir), 'utf8')
        .split('\n')
        .flatMap((line) => personIn(line) ?? [])
    : [];

const personIn = (line: string): string | null => {
  try {
    const { person } = JSON.parse(line) as { readonly person?: unknown };
    return typeof person === 'string' ? person : null;
  } catch {
    return null;
  }
};

type Keys = Pick<PersonKeys, 'toDecrypt' | 'destroy'>;

/**
 * Destroys the keys of erased people that a restored backup contains. Runs before the first read.
 * Waits for an unavailable store, so that the process starts nevertheless.
 */
export const applyErasures = async (dataDir: string, keys: Keys): Promise<void> => {
  const people = listedErasures(dataDir);
  if (people.length === 0) return;
  await retry({ backoff: resumeBackoff, when: isUnavailable }, async () => {
    for (const person of (await keys.toDecrypt(people)).keys()) await keys.destroy(person);
  });
};

/** Returns the name of an erased person in a backup, whose readers must not learn ids. */
export const erasureHash = (person: string): string =>
  createHash('sha256').update(`erased:${person}`).digest('hex');
