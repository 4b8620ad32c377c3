import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';

/**
 * `node scripts/container-health.mjs <app>`: exit code 0 if the app in this container is healthy.
 * Checks the API on its public port and other apps on their metrics port. Without metrics, checks that
 * the process runs.
 */
const [app] = process.argv.slice(2);

const TIMEOUT_MS = 4_000;
const { API_PORT, DATA_DIR, TLS_CERT_FILE } = process.env;
const runFile = (extension) => join(DATA_DIR || './data', 'run', `${app}.${extension}`);

const isReady = (port, { get } = http) =>
  new Promise((resolve, reject) => {
    const address = { host: '127.0.0.1', port, path: '/health/ready' };
    // The certificate has another name than 127.0.0.1. The connection stays within the container.
    const sent = get({ ...address, timeout: TIMEOUT_MS, rejectUnauthorized: false });
    sent.once('response', ({ statusCode }) => resolve(statusCode === 200));
    sent.once('timeout', () => sent.destroy(new Error('no response')));
    sent.once('error', reject);
  });

const isHealthy = () => {
  if (app === 'api') return isReady(API_PORT || 3000, TLS_CERT_FILE ? https : http);
  if (existsSync(runFile('metrics')))
    return isReady(new URL(readFileSync(runFile('metrics'), 'utf8').trim()).port);
  return process.kill(Number(readFileSync(runFile('pid'), 'utf8')), 0);
};

try {
  process.exit((await isHealthy()) ? 0 : 1);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
