import { setTimeout as sleep } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { Json, TestSandbox } from './sandbox.js';

/** Long enough for what is there already: a stream replays it before anything else. */
const REPLAYED_WITHIN_MS = 300;

/** What a broker stream of the sandbox holds behind the cursor of its address. */
export const eventsOf = async (sandbox: TestSandbox, path: string): Promise<readonly Json[]> => {
  const closer = new AbortController();
  const seen: Json[] = [];
  const parser = createParser({ onEvent: ({ data }) => seen.push(JSON.parse(data)) });
  const authorization = `Basic ${Buffer.from('key:secret').toString('base64')}`;
  const { body } = await fetch(`${sandbox.url}/broker${path}`, {
    headers: { authorization },
    signal: closer.signal,
  });
  const read = async () => {
    for await (const bytes of body!) parser.feed(Buffer.from(bytes).toString());
  };
  read().catch(() => undefined);
  // The sandbox has written the replay by the time that it answers another request.
  await sandbox.ledger();
  await sleep(REPLAYED_WITHIN_MS);
  closer.abort();
  return seen;
};
