/** `<file> <appends> <at once>`: appends single events and prints the id of each once it is kept. */
import { randomUUID } from 'node:crypto';
import { SqliteEventLog } from '#event-log/sqlite/sqlite-event-log.js';
import { newEvent } from './subject.js';

const [path = '', appends = '0', atOnce = '1'] = process.argv.slice(2);
const log = SqliteEventLog.open(path);

const appendInTurn = async (count: number): Promise<void> => {
  const stream = `child-${randomUUID()}`;
  for (let index = 0; index < count; index++) {
    const event = newEvent({ index });
    await log.append(stream, index === 0 ? 'no_stream' : BigInt(index - 1), [event]);
    process.stdout.write(`${event.id}\n`);
  }
};

const lines = Array.from({ length: Number(atOnce) }, () =>
  appendInTurn(Math.ceil(Number(appends) / Number(atOnce))),
);
await Promise.all(lines);
await log.close();
