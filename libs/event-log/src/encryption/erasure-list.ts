import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { retry } from '#kernel/concurrency/retry.js';
import { isUnavailable } from '#kernel/event-store/event-log.js';
import type { PersonKeys } from './person-keys.js';
import { resumeBackoff } from '../timing.js';

const fileIn = (dataDir: string): string => join(dataDir, 'erasures.jsonl');

/**
 * Records an erased person in a file beside the event store, because a restored backup may contain
 * the key again. On disk when it returns.
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

/** A line that a crash cut short is none: its erasure is done again. */
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

type Keys = Pick<PersonKeys, 'toOpen' | 'destroy'>;

/**
 * Before anything is read: nobody who was erased has a key, whatever store was put in place. Waits for a
 * store that is unavailable, so that no start fails because of it.
 */
export const applyErasures = async (dataDir: string, keys: Keys): Promise<void> => {
  const people = listedErasures(dataDir);
  if (people.length === 0) return;
  await retry({ backoff: resumeBackoff, when: isUnavailable }, async () => {
    for (const person of (await keys.toOpen(people)).keys()) await keys.destroy(person);
  });
};

/** How a backup names who was erased: it may lie where ids should tell nothing. */
export const erasureHash = (person: string): string =>
  createHash('sha256').update(`erased:${person}`).digest('hex');
