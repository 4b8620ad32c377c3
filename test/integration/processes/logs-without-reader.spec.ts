import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { BACKSTOP_MS } from '../../support/backstop.js';
import {
  type Child,
  ended,
  runTypeScript,
} from '../../support/typescript-child/typescript-child.js';

const dataDir = mkdtempSync(join(tmpdir(), 'brokerage-logs-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const start = async (...room: readonly string[]): Promise<Child> => {
  const child = runTypeScript(new URL('./logging-child.ts', import.meta.url), dataDir, ...room);
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

  it.each<readonly [string, (child: Child) => unknown, ...string[]]>([
    ['whose reader reads nothing', (child) => child.stdout.pause()],
    ['whose reader has gone', (child) => child.stdout.destroy()],
    ['for which there is no room', () => undefined, 'no-room'],
  ])('ends with logs %s, also when it breaks', async (_, harm, ...room) => {
    for (const [signal, code] of [
      ['SIGTERM', 0],
      ['SIGWINCH', 1],
    ] as const) {
      const child = await start(...room);
      harm(child);
      child.kill(signal);
      const timer = setTimeout(() => child.kill('SIGKILL'), BACKSTOP_MS);
      expect([signal, await ended(child)]).toEqual([signal, code]);
      clearTimeout(timer);
    }
  });

  it('goes on while there is no room for them', async () => {
    const child = await start('no-room');
    child.kill('SIGURG');
    await sleep(500);
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), BACKSTOP_MS);
    expect(await ended(child)).toBe(0);
    clearTimeout(timer);
  });
});
