import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PersonKeys } from './person-keys.js';

const fileIn = (dataDir: string): string => join(dataDir, 'erasures.jsonl');

/**
 * Who was erased, beside the event store: what is put back from a backup may bring their keys again.
 * On the disk when it returns.
 */
export const listErasure = (dataDir: string, person: string, now: Date): void => {
  if (listedErasures(dataDir).includes(person)) return;
  const file = openSync(fileIn(dataDir), 'a', 0o600);
  try {
    // What was cut short before has no end, and would swallow this one.
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

/** Before anything is read: nobody who was erased has a key, whatever store was put in place. */
export const applyErasures = async (dataDir: string, keys: PersonKeys): Promise<void> => {
  const people = listedErasures(dataDir);
  const back = people.length === 0 ? new Map<string, never>() : await keys.toOpen(people);
  for (const person of back.keys()) await keys.destroy(person);
};

/** How a backup names who was erased: it may lie where ids should tell nothing. */
export const erasureHash = (person: string): string =>
  createHash('sha256').update(`erased:${person}`).digest('hex');
