import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { traceDeposit } from '#funding/trace-deposit/deposit-trace.js';
import type { EventLog, RecordedEvent } from '#kernel/event-store/event-log.js';
import { type TraceEntry, causationTrace } from '#kernel/event-store/causation-trace.js';
import { ReadYourWrites } from '#read-models/read-your-writes.js';
import type { SettlementView } from '#settlement/settlement-periods/settlement.view.js';
import { periodAt } from '#settlement/settlement-periods/period-at.js';
import { readSourcesOf } from './read-sources.js';
import { EVENT_LOG } from '#kernel/tokens.js';
import { inService, isJson, print } from './session.js';

type Subject = 'deposit' | 'withdrawal' | 'order' | 'user';
type Options = Readonly<Partial<Record<Subject, string>>>;

/** Trace of one object since its request. */
type Trace = {
  readonly about: string;
  readonly correlationId: string;
  /** Trace id of the first traced event, or null. */
  readonly traceId: string | null;
  readonly lines: readonly TraceEntry[];
  /** Settlement of a completed deposit. `shown`: whether the read model contains it. */
  readonly settlement: SettlementView | null;
  readonly shown: boolean | null;
};

export const addTraceCommands = (program: Command): void => {
  program
    .command('trace')
    .description('shows all events of one object since its request; needs only the log')
    .addOption(
      new Option('--deposit <id>', 'to its settlement').conflicts(['withdrawal', 'order', 'user']),
    )
    .addOption(
      new Option('--withdrawal <id>', 'to its settlement').conflicts(['deposit', 'order', 'user']),
    )
    .addOption(
      new Option('--order <id>', 'to its fill').conflicts(['deposit', 'withdrawal', 'user']),
    )
    .addOption(new Option('--user <id>', 'registration, onboarding and account'))
    .action(
      inService(async (app, options: Options, command) => {
        const trace = await find(app, options);
        if (isJson(command)) return trace;
        report(command, trace);
        return undefined;
      }),
    );
};

const find = async (app: INestApplicationContext, options: Options): Promise<Trace> => {
  const [subject, id] = Object.entries(options).find(([name]) => name in READ) ?? [];
  if (subject === undefined || id === undefined)
    throw new Error('Give --deposit <id>, --withdrawal <id>, --order <id> or --user <id>.');
  const events = await READ[subject as Subject](app.get<EventLog>(EVENT_LOG), id);
  const [first] = events;
  if (first === undefined) throw new Error(`The log does not contain ${subject} ${id}.`);
  const { correlationId, traceparent } = first.metadata;
  const began = { about: `${subject} ${id}`, correlationId, traceId: traceIdOf(traceparent) };
  const completed = events.find(({ type }) => COMPLETIONS.has(type));
  if (completed === undefined)
    return { ...began, lines: causationTrace(events), settlement: null, shown: null };
  const { period, events: ends } = await settledIn(app, completed);
  const lines = causationTrace([...events, ...ends]);
  return { ...began, lines, settlement: period, shown: await shownTo(app, completed) };
};

const COMPLETIONS = new Set(['DepositCompleted', 'DepositCompletedLate']);

const READ: Readonly<
  Record<Subject, (log: EventLog, id: string) => Promise<readonly RecordedEvent[]>>
> = {
  deposit: traceDeposit,
  withdrawal: traceDeposit,
  order: (log, id) => log.read(`order-${id}`),
  user: async (log, id) => {
    const streams = ['user', 'onboarding', 'profile'].map((category) => `${category}-${id}`);
    const events = (await Promise.all(streams.map((stream) => log.read(stream)))).flat();
    return events.sort((a, b) => (a.position < b.position ? -1 : 1));
  },
};

const settledIn = (app: INestApplicationContext, { metadata, position }: RecordedEvent) =>
  periodAt(readSourcesOf(app), metadata.partnerId, position);

/** Returns null if the read models are unavailable, because the trace needs only the log. */
const shownTo = async (app: INestApplicationContext, { metadata, position }: RecordedEvent) => {
  const active = await app
    .get(ReadYourWrites)
    .active(metadata.partnerId)
    .catch(() => undefined);
  return active === undefined ? null : active !== null && active >= position;
};

const traceIdOf = (traceparent: string | undefined): string | null =>
  traceparent?.split('-')[1] ?? null;

const report = (command: Command, trace: Trace): void => {
  const { about, correlationId, traceId, lines, settlement, shown } = trace;
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
    `part of settlement ${id} (${status}): ${count} deposits, gross ${gross}, fees ${fees}, net ${net}, due ${due}`,
  );
  if (shown !== null)
    console.log(shown ? 'the read models contain it' : 'the read models do not contain it yet');
};
