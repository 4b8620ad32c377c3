import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { KeptSecrets } from '../secrets/secrets.js';
import type { PooledService } from './pooled-service.js';
import type { SharedServicePool } from './shared-service-pool.js';
import { SHARED_SETTINGS } from './shared-settings.js';

/**
 * Hosts the services that several test files of a run use. All files without special settings and
 * faults share one service. The others are lent to one file at a time. `npm test` starts this program
 * beside Jest, passes its address to the files, and closes its input at the end. A service starts with
 * its first file.
 */
const state: { shared: Promise<PooledService> | null; lent: Promise<SharedServicePool> | null } = {
  shared: null,
  lent: null,
};

const errors: unknown[] = [];
/** Errors that are reported at the end, because commands in this process use its console and exit code. */
const keep = (error: unknown): void => void errors.push(error);

type Told = { readonly secrets: KeptSecrets; readonly loan: string };

/** Files of the shared service run last, so unused lent services end before it starts. */
const openShared = async (): Promise<PooledService> => {
  const [{ PooledService }] = await Promise.all([
    import('./pooled-service.js'),
    (await state.lent)?.endIdle(),
  ]);
  return PooledService.open(SHARED_SETTINGS);
};

const answer = async (path: string, body: string): Promise<object> => {
  switch (path) {
    case '/join':
      state.shared ??= openShared();
      return (await state.shared).join();
    case '/leave':
      (await state.shared)?.leave((JSON.parse(body) as Told).secrets);
      return {};
    case '/borrow':
      state.lent ??= import('./shared-service-pool.js').then(
        ({ SharedServicePool }) => new SharedServicePool(keep),
      );
      return (await state.lent).borrow();
    case '/give-back': {
      const { loan, secrets } = JSON.parse(body) as Told;
      (await state.lent)?.giveBack(loan, secrets);
      return {};
    }
    default:
      throw new Error(`nothing is known of ${path}`);
  }
};

const server: Server = createServer((request, response) => {
  // A kept-alive connection could end while the next request is sent.
  response.setHeader('connection', 'close');
  void text(request)
    .then((body) => answer(request.url ?? '', body))
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
const close = async (pooledService: { close(): Promise<void> } | null) => pooledService?.close();
await Promise.all([close(await state.shared).catch(keep), close(await state.lent).catch(keep)]);
for (const error of errors)
  console.error(`a shared service: ${error instanceof Error ? error.message : String(error)}`);
process.exit(errors.length > 0 ? 1 : 0);
