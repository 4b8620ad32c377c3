import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { Collection } from './collection.js';
import { Store } from './store.js';

const root = mkdtempSync(join(tmpdir(), 'sandbox-store-'));
afterAll(() => rmSync(root, { recursive: true }));

it('keeps documents in the order of their creation, after a change and a restart', () => {
  type Doc = { readonly id: string; readonly size: bigint | null; readonly color: string };
  const dataDir = join(root, 'kept');
  const open = () => {
    const store = new Store(dataDir);
    const layout = { columns: ['color'], bigints: ['size'] } as const;
    return { store, things: new Collection<Doc>(store, 'things', layout) };
  };
  const { store, things } = open();
  const a = things.put({ id: 'a', size: 2n ** 60n, color: 'red' });
  const b = things.put({ id: 'b', size: null, color: 'red' });
  things.change('a', { color: 'blue' });
  const fail = () =>
    store.write(() => {
      things.remove('b');
      throw new Error('rolled back');
    });
  expect(fail).toThrow('rolled back');
  store.close();
  const again = open();
  expect(again.things.all()).toEqual([{ ...a, color: 'blue' }, b]);
  expect(again.things.where('color = ?', 'red')).toEqual([b]);
  again.store.close();
});

it('rejects the file of an earlier version', () => {
  const dataDir = join(root, 'earlier');
  mkdirSync(join(dataDir, 'sandbox'), { recursive: true });
  const earlier = new Database(join(dataDir, 'sandbox', 'sandbox.db'));
  earlier.exec('CREATE TABLE accounts (id TEXT)');
  earlier.close();
  expect(() => new Store(dataDir)).toThrow('choose another DATA_DIR');
});
