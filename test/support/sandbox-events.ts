import { setTimeout as sleep } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { Json, TestSandbox } from './sandbox.js';

/** Long enough for the replay of existing events, which a stream sends first. */
const REPLAYED_WITHIN_MS = 300;

/** Returns the events of a broker stream of the sandbox after the cursor in its address. */
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
  // The sandbox writes the replay before it answers another request.
  await sandbox.ledger();
  await sleep(REPLAYED_WITHIN_MS);
  closer.abort();
  return seen;
};
