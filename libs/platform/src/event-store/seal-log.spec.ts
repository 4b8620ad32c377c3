import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecretBox } from '../core/secret-box.js';
import { PersonKeys } from './person-keys.js';
import { SealedEventLog } from './sealed-event-log.js';
import { sealLog } from './seal-log.js';
import { SqliteEventLog } from './sqlite-event-log.js';

const ring = new SecretBox([{ kid: 'k', key: Buffer.alloc(32, 1) }]);
const personal = new Map([
  ['user', { person: 'userId', fields: new Map([['UserRegistered', ['name']]]) }],
]);
const options = { ring, personal, force: false };
const metadata = { partnerId: 'p', correlationId: 'c', causationId: 'c', actor: 'a', at: '' };
const registered = (userId: string, name: string) => ({
  ...{ id: randomUUID(), type: 'UserRegistered', data: { userId, name, cents: '1' }, metadata },
});

let folder: string;
let source: string;
let to: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'seal-log-'));
  [source, to] = [join(folder, 'events.db'), join(folder, 'sealed.db')];
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a log of a version that did not seal', () => {
  it('says the same in its new file, and nothing of a person in clear', async () => {
    const log = SqliteEventLog.open(source);
    await log.append('user-1', 'no_stream', [registered('u-1', 'Przybylski')]);
    await log.append('order-1', 'no_stream', [{ ...registered('u-1', ''), type: 'OrderPlaced' }]);
    await log.append('user-2', 'no_stream', [registered('u-2', 'Quintessenz')]);
    await log.close();
    expect(await sealLog(source, to, options)).toEqual({ events: 3, sealed: 2 });
    const bytes = readFileSync(to);
    for (const name of ['Przybylski', 'Quintessenz']) expect(bytes.includes(name)).toBe(false);
    const sealed = SqliteEventLog.open(to);
    const opened = new SealedEventLog(sealed, new PersonKeys(sealed.keys, ring));
    expect((await opened.read('user-2'))[0]?.data).toEqual({
      ...{ userId: 'u-2', name: 'Quintessenz', cents: '1' },
    });
    expect(await opened.head()).toBe(3n);
    await sealed.close();
  });

  it('is sealed once', async () => {
    const log = SqliteEventLog.open(source);
    await log.append('user-1', 'no_stream', [registered('u-1', 'Ada')]);
    await log.close();
    await sealLog(source, to, options);
    const again = join(folder, 'again.db');
    expect(await sealLog(to, again, options)).toEqual({ events: 1, sealed: 0 });
  });

  it('never takes the place of the log itself', async () => {
    const log = SqliteEventLog.open(source);
    await log.append('user-1', 'no_stream', [registered('u-1', 'Ada')]);
    await expect(sealLog(source, source, { ...options, force: true })).rejects.toThrow('its own');
    await log.append('user-1', 0n, [registered('u-1', 'Ada')]);
    await log.close();
    const again = SqliteEventLog.open(source);
    expect(await again.read('user-1')).toHaveLength(2);
    await again.close();
  });

  it('leaves no new file where there is no log', async () => {
    await expect(sealLog(join(folder, 'none.db'), to, options)).rejects.toThrow('no event log');
    expect(existsSync(to)).toBe(false);
  });
});
