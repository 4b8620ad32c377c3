import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { depositWay } from '#funding';
import type { EventLog, RecordedEvent } from '#platform/event-store/event-log.js';
import { type WayLine, wayOf } from '#platform/event-store/way.js';
import { Freshness } from '#platform/read-store/freshness.js';
import { type SettlementView, periodAt } from '#settlement';
import { readSourcesOf } from './read-sources.js';
import { EVENT_LOG } from '#platform/platform.module.js';
import { isJson, print, withService } from './session.js';

type Subject = 'deposit' | 'order' | 'user';
type Options = Readonly<Partial<Record<Subject, string>>>;

/** What happened to one thing, from the request on. */
type Way = {
  readonly about: string;
  readonly correlationId: string;
  /** Of the first traced event; null when nobody traced. */
  readonly traceId: string | null;
  readonly lines: readonly WayLine[];
  /** Of a completed deposit: where it counts, and whether readers see it there. */
  readonly settlement: SettlementView | null;
  readonly shown: boolean | null;
};

export const addTraceCommands = (program: Command): void => {
  program
    .command('trace')
    .description('how one thing went from the request to where it is now, out of the log alone')
    .addOption(new Option('--deposit <id>', 'to its settlement').conflicts(['order', 'user']))
    .addOption(new Option('--order <id>', 'to its fill').conflicts(['deposit', 'user']))
    .addOption(new Option('--user <id>', 'registration, onboarding and account'))
    .action(async (options: Options, command: Command) =>
      withService(async (app) => {
        const way = await find(app, options);
        if (isJson(command)) print(command, way);
        else report(command, way);
      }),
    );
};

const find = async (app: INestApplicationContext, options: Options): Promise<Way> => {
  const [subject, id] = Object.entries(options).find(([name]) => name in READ) ?? [];
  if (subject === undefined || id === undefined)
    throw new Error('Give --deposit <id>, --order <id> or --user <id>.');
  const events = await READ[subject as Subject](app.get<EventLog>(EVENT_LOG), id);
  const [first] = events;
  if (first === undefined) throw new Error(`There is no ${subject} ${id} in the log.`);
  const { correlationId, traceparent } = first.metadata;
  const began = { about: `${subject} ${id}`, correlationId, traceId: traceIdOf(traceparent) };
  const completed = events.find(({ type }) => COMPLETIONS.has(type));
  if (completed === undefined)
    return { ...began, lines: wayOf(events), settlement: null, shown: null };
  const { period, events: ends } = await settledIn(app, completed);
  const lines = wayOf([...events, ...ends]);
  return { ...began, lines, settlement: period, shown: await shownTo(app, completed) };
};

const COMPLETIONS = new Set(['DepositCompleted', 'DepositCompletedLate']);

const READ: Readonly<
  Record<Subject, (log: EventLog, id: string) => Promise<readonly RecordedEvent[]>>
> = {
  deposit: depositWay,
  order: (log, id) => log.read(`order-${id}`),
  user: async (log, id) => {
    const streams = ['user', 'onboarding', 'profile'].map((category) => `${category}-${id}`);
    const events = (await Promise.all(streams.map((stream) => log.read(stream)))).flat();
    return events.sort((a, b) => (a.position < b.position ? -1 : 1));
  },
};

const settledIn = (app: INestApplicationContext, { metadata, position }: RecordedEvent) =>
  periodAt(readSourcesOf(app), metadata.partnerId, position);

/** Null when the read models cannot be asked: the rest is in the log. */
const shownTo = async (app: INestApplicationContext, { metadata, position }: RecordedEvent) => {
  const served = await app
    .get(Freshness)
    .served(metadata.partnerId)
    .catch(() => undefined);
  return served === undefined ? null : served !== null && served >= position;
};

const traceIdOf = (traceparent: string | undefined): string | null =>
  traceparent?.split('-')[1] ?? null;

const report = (command: Command, way: Way): void => {
  const { about, correlationId, traceId, lines, settlement, shown } = way;
  console.log(`${about}, request ${correlationId}${traceId === null ? '' : `, trace ${traceId}`}`);
  print(
    command,
    lines.map(({ at, afterMs, type, because, actor, stream }) => ({
      ...{ at, after: `${afterMs} ms`, type, because, actor, stream },
    })),
  );
  if (settlement === null) return;
  const { id, status, count, gross, fees, net, due } = settlement;
  console.log(
    `counts in settlement ${id} (${status}): ${count} deposits, gross ${gross}, fees ${fees}, net ${net}, due ${due}`,
  );
  if (shown !== null) console.log(shown ? 'readers see it there' : 'readers do not see it yet');
};
