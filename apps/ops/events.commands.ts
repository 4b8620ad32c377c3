import { type Command, InvalidArgumentError } from 'commander';
import { catchUp } from '#kernel/event-store/catch-up.js';
import type { EventLog, RecordedEvent } from '#kernel/event-store/event-log.js';
import { EVENT_LOG } from '#kernel/tokens.js';
import { inService } from './session.js';

export const addEventCommands = (program: Command): void => {
  program
    .command('events')
    .description('reads the log')
    .option('--stream <name>', 'one stream, like deposit-<id>', streamName)
    .option('--follow', 'prints each new event until Ctrl-C')
    .action(
      inService(async (app, options: { stream?: string; follow?: true }) => {
        const log = app.get<EventLog>(EVENT_LOG);
        if (options.follow === true) {
          await follow(log);
          return undefined;
        }
        if (options.stream === undefined) throw new Error('Give --stream <name> or --follow.');
        const events = await log.read(options.stream);
        if (events.length === 0) throw new Error(`The stream ${options.stream} does not exist.`);
        return events.map(line);
      }),
    );
};

const follow = async (log: EventLog): Promise<void> => {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const from = { log, after: await log.head(), signal: stop.signal, isLive: true };
  await catchUp(from, (events) => {
    for (const event of events) console.log(JSON.stringify(line(event)));
  });
};

const line = ({ position, stream, revision, type, data, metadata }: RecordedEvent) => ({
  position: `${position}`,
  stream,
  revision: `${revision}`,
  type,
  at: metadata.at,
  actor: metadata.actor,
  correlationId: metadata.correlationId,
  data,
});

const streamName = (text: string): string => {
  if (/^[A-Za-z]+-.+$/.test(text)) return text;
  throw new InvalidArgumentError('Give the name of a stream, like deposit-<id>.');
};
