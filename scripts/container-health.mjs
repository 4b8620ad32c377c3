import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `node scripts/container-health.mjs <app>`: exit code 0 when the app in this container is well.
 * The api is asked over HTTP; the others have written their pid once they were ready.
 */
const [app] = process.argv.slice(2);

const apiIsReady = async () => {
  const url = `http://127.0.0.1:${process.env.API_PORT || 3000}/health/ready`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(4_000) });
  return answer.ok;
};

const processIsAlive = () => {
  const file = join(process.env.DATA_DIR || './data', 'run', `${app}.pid`);
  return process.kill(Number(readFileSync(file, 'utf8')), 0);
};

try {
  process.exit((app === 'api' ? await apiIsReady() : processIsAlive()) ? 0 : 1);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
