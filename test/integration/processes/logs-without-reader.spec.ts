import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  type Child,
  ended,
  runTypeScript,
} from '../../support/typescript-child/typescript-child.js';

const dataDir = mkdtempSync(join(tmpdir(), 'brokerage-logs-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const start = async (): Promise<Child> => {
  const child = runTypeScript(new URL('./logging-child.ts', import.meta.url), dataDir);
  await once(child.stdout, 'data');
  return child;
};

describe('a process that is told to end, and has much to say,', () => {
  it('says all of it', async () => {
    const child = await start();
    let said = '';
    child.stdout.on('data', (some: Buffer) => (said += some.toString()));
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(0);
    expect(said.split('\n')).toHaveLength(3_001);
  });

  it.each([
    ['reads nothing', (child: Child) => child.stdout.pause()],
    ['has gone', (child: Child) => child.stdout.destroy()],
  ])('ends though the reader of its logs %s', async (_, harm) => {
    const child = await start();
    harm(child);
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(0);
  });
});
