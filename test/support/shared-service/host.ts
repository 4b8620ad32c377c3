import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { KeptSecrets } from '../secrets/secrets.js';
import type { SharedHouse } from './house.js';

/**
 * One service for all test files of a run that need no settings and no harm of their own: `npm test`
 * starts this beside Jest, tells the files its address, and closes its input at the end. The service
 * begins with the first file that wants it.
 */
const state: { house: Promise<SharedHouse> | null } = { house: null };

const answer = async (path: string | undefined, body: string): Promise<object> => {
  if (path === '/join') {
    state.house ??= import('./house.js').then((module) => module.SharedHouse.open());
    return (await state.house).join();
  }
  if (state.house === null || path !== '/leave') throw new Error(`nothing is known of ${path}`);
  (await state.house).leave(JSON.parse(body) as KeptSecrets);
  return {};
};

const server: Server = createServer((request, response) => {
  void text(request)
    .then((body) => answer(request.url, body))
    .then(
      (found) => response.end(JSON.stringify(found)),
      (error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      },
    );
}).listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

process.stdin.resume();
await once(process.stdin, 'end');
server.close();
try {
  if (state.house !== null) await (await state.house).close();
} catch (error) {
  console.error(`the shared service: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
