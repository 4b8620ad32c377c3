import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from '@jest/globals';
import { ended, runTypeScript } from '../../support/typescript-child/typescript-child.js';

const dataDir = mkdtempSync(join(tmpdir(), 'brokerage-crash-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

it('a process that breaks says where and why, and nothing that hangs on its errors', async () => {
  const child = runTypeScript(new URL('./crashing-child.ts', import.meta.url), dataDir);
  const [code, told] = await Promise.all([ended(child), text(child.stdout)]);
  expect(code).toBe(1);
  expect(told).toMatch(/^Error: it broke\n +at .*crashing-child\.ts/m);
  expect(told).toMatch(/^caused by Error: it was asked too much\n +at .*crashing-child\.ts/m);
  expect(told).not.toContain('secret');
});
