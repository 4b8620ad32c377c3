import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { freePort } from '../../support/free-ports.js';
import { openToOthers } from '../../support/open-files.js';
import { until } from '../supervisor/project.js';

it('a process that is started by itself makes files for its user alone', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'private-files-'));
  chmodSync(dataDir, 0o755);
  const env = { ...process.env, DATA_DIR: dataDir, SANDBOX_PORT: String(await freePort()) };
  const main = join('dist', 'apps', 'sandbox', 'main.js');
  const command = ['-c', 'umask 022; exec "$0" "$1"', process.execPath, main];
  const child = spawn('sh', command, { env, stdio: 'ignore' });
  try {
    await until(() => existsSync(join(dataDir, 'run', 'sandbox.pid')));
    expect(readdirSync(join(dataDir, 'sandbox'))).toContain('sandbox.db');
    expect(openToOthers(dataDir)).toEqual([]);
  } finally {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
    rmSync(dataDir, { recursive: true });
  }
});
