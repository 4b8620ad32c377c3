import { isDeepStrictEqual } from 'node:util';
import { existsSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { ownValue } from '../core/own-value.js';
import type { SecretBox } from '../core/secret-box.js';
import type { RecordedEvent } from './event-log.js';
import { PersonKeys } from './person-keys.js';
import type { PersonalFields } from './personal.js';
import { sealData, sealedIn } from './sealed-data.js';
import { SealedEventLog } from './sealed-event-log.js';
import { backUpLog } from './sqlite-backup.js';
import { SqliteEventLog } from './sqlite-event-log.js';
import { isSameFile, syncFile } from './sqlite-file.js';
import { categoryOf } from './stream.js';
import { walkLog } from './walk-log.js';

export type SealedLog = { readonly events: number; readonly sealed: number };

type Options = {
  readonly ring: SecretBox;
  /** By category. */
  readonly personal: ReadonlyMap<string, PersonalFields>;
  readonly force: boolean;
};

type Data = Readonly<Record<string, unknown>>;

/**
 * Writes a log whose personal fields stand in clear, those of versions before, into a new file in which
 * they are sealed, and reads both side by side. The log itself stays as it is: put the new file into
 * its place with `restore`.
 * @throws {Error} the new file does not say the same; it is not there then
 */
export const sealLog = async (source: string, to: string, options: Options): Promise<SealedLog> => {
  if (isSameFile(source, to)) throw new Error('A log cannot be its own sealed file.');
  if (existsSync(to) && !options.force)
    throw new Error(`${to} is there already; --force replaces it.`);
  const temporary = `${to}.sealing`;
  try {
    await backUpLog(source, temporary, { force: true, onProgress: () => undefined });
    const sealed = await sealAll(temporary, options);
    const events = await requireSame(source, temporary, options.ring);
    oneFile(temporary);
    syncFile(temporary);
    renameSync(temporary, to);
    syncFile(to);
    return { events, sealed };
  } finally {
    for (const end of ['', '-wal', '-shm', '-wake']) rmSync(`${temporary}${end}`, { force: true });
  }
};

const sealAll = async (file: string, { ring, personal }: Options): Promise<number> => {
  const log = SqliteEventLog.open(file);
  const keys = new PersonKeys(log.keys, ring);
  const db = new Database(file, { fileMustExist: true });
  db.pragma('secure_delete = ON');
  const update = db.prepare('UPDATE events SET data = ? WHERE position = ?');
  let sealed = 0;
  try {
    for await (const event of walkLog(log)) {
      const data = await sealedData(event, personal.get(categoryOf(event.stream)), keys, log);
      if (data === null) continue;
      update.run(JSON.stringify(data), event.position);
      sealed++;
    }
    db.exec('vacuum');
  } finally {
    db.close();
    await log.close();
  }
  return sealed;
};

/** Null for an event that has nothing to be sealed, or is sealed. */
const sealedData = async (
  event: RecordedEvent,
  personal: PersonalFields | undefined,
  keys: PersonKeys,
  log: SqliteEventLog,
): Promise<Data | null> => {
  const fields = personal?.fields.get(event.type);
  if (personal === undefined || fields === undefined || sealedIn(event.data) !== null) return null;
  const data = event.data as Data;
  const of = ownValue(data, personal.person);
  if (typeof of !== 'string' || fields.every((field) => ownValue(data, field) === undefined))
    return null;
  const { key, made } = await keys.toSeal(of);
  if (made !== null) await log.keys.create(made.person, made.wrapped);
  return sealData(data, { of, fields }, key, event);
};

const requireSame = async (source: string, file: string, ring: SecretBox): Promise<number> => {
  const logs = [source, file].map((path) => SqliteEventLog.open(path));
  const [before, after] = logs.map((log) =>
    walkLog(new SealedEventLog(log, new PersonKeys(log.keys, ring))),
  );
  let events = 0;
  try {
    for await (const event of before!) {
      const next = await after!.next();
      if (next.done === true || !isDeepStrictEqual(plain(event), plain(next.value)))
        throw new Error(`The sealed log differs at ${event.position}: nothing has changed.`);
      events++;
    }
    if ((await after!.next()).done !== true) throw new Error('The sealed log has more events.');
  } finally {
    for (const log of logs) await log.close();
  }
  return events;
};

const plain = (event: RecordedEvent) => ({ ...event, openedWith: undefined });

/** With no journal beside it. */
const oneFile = (file: string): void => {
  const db = new Database(file, { fileMustExist: true });
  try {
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
};
