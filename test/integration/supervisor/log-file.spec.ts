import { expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

type LogFile = { readonly openLogFile: (path: string) => (chunk: Buffer) => void };

const MIB = 1024 * 1024;

it('a log that could not be put aside is written on, and put aside later', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'log-file-'));
  const { openLogFile } = (await import(resolve('scripts/lib/log-file.mjs'))) as LogFile;
  const path = join(dir, 'api.log');
  const write = openLogFile(path);
  const writeMuch = () => write(Buffer.alloc(11 * MIB, 'x'));
  mkdirSync(`${path}.1`);
  writeMuch();
  write(Buffer.from('later'));
  write(Buffer.from('and later'));
  expect(readFileSync(path, 'utf8').slice(-9)).toBe('and later');
  rmdirSync(`${path}.1`);
  writeMuch();
  write(Buffer.from('last'));
  expect(readFileSync(path, 'utf8')).toBe('last');
  rmSync(dir, { recursive: true });
});
