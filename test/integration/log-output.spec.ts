import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type Child, ended, runTypeScript } from '../support/typescript-child/typescript-child.js';

const CHILD = new URL('./logging-child.ts', import.meta.url);
const LINES = ['one', 'two', 'three'].map((msg) => `{"level":30,"msg":"${msg}"}\n`).join('');

describe('the lines of a process', () => {
  let child: Child;

  afterEach(async () => {
    child.kill('SIGKILL');
    await ended(child);
  });

  it('are written together, though nothing follows them', async () => {
    child = runTypeScript(CHILD, 'stays');
    expect(String(await once(child.stdout, 'data'))).toBe(LINES);
  });

  it('are written when it ends at once', async () => {
    child = runTypeScript(CHILD, 'ends');
    expect(await text(child.stdout)).toBe(LINES);
  });
});
