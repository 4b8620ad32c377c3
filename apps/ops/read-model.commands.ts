import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import type { Broker } from '#broker/broker.js';
import { REGISTRY_ID, partnerRegistry } from '#auth/partner/partner-registry.js';
import { pause } from '#kernel/concurrency/pause.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { readModelMetrics } from '#observability/read-model-metrics.js';
import type { Logger } from '#kernel/logger.js';
import { BROKER, EVENT_LOG, LOGGER, READ_STORE } from '#kernel/tokens.js';
import { auditFailuresOf } from '#read-models/audit-rebuild.js';
import type { ReadStore } from '#read-models/read-store.js';
import { copyOf } from '#read-models/copies.js';
import { Rows } from '#read-models/rows.js';
import {
  RECONCILIATION,
  reconciliations,
} from '#reconciliation/reconciliation/reconciliation.state.js';
import { dismissalOf } from '#reconciliation/reconciliation/reconciliation.decide.js';
import { differenceIdOf } from '#reconciliation/reconciliation/difference.js';
import { reconcileEverything } from '#reconciliation/run/reconcile-everything.js';
import { readStoreOn } from '../features.js';
import { differenceText } from './difference-text.js';
import { drawBar } from './progress-bar.js';
import { isJson, print, withService } from './session.js';
import { type Found, type RefusedModel, isWell, openIn, resultOf } from './reconcile-result.js';

/** Poll interval of the progress of a rebuild. */
const REBUILD_POLL_MS = 250;
/** Longest wait for the start of a rebuild. A running projector starts it within 2 s. */
const REBUILD_BEGINS_WITHIN_MS = 30_000;

export const addReadModelCommands = (program: Command): void => {
  program
    .command('reconcile')
    .description('compares log, read models and the broker’s ledger; needs the running service')
    .action(async (_: object, command: Command) =>
      withService(async (app) => {
        const compared = await reconcileEverything({
          ...{ log: app.get<EventLog>(EVENT_LOG), store: app.get(EventStore) },
          ...{ rows: app.get(Rows), broker: app.get<Broker>(BROKER) },
          logger: app.get<Logger>(LOGGER),
        });
        const state = await app.get(EventStore).load(reconciliations, RECONCILIATION);
        const dismissal = dismissalOf(state, compared.differences);
        const differences = compared.differences.map((each) => ({
          ...each,
          differenceId: differenceIdOf(each),
          dismissed: dismissal(each),
        }));
        const refused = await refusedModels(storeOf(app));
        const result = { ...compared, differences, refused };
        const ok = isWell(result);
        if (isJson(command)) print(command, { ...result, ok });
        else report(command, result, await partnerNames(app));
        if (!ok) process.exitCode = 1;
      }),
    );
  program
    .command('rebuild')
    .description('rebuilds read models while the active ones serve; needs the running service')
    .option('--projection <name>', 'only this projection')
    .action(async ({ projection }: { projection?: string }, command: Command) =>
      withService(async (app) => {
        const store = storeOf(app);
        const names = store.models.map(({ name }) => name);
        if (projection !== undefined && !names.includes(projection))
          throw new Error(
            `There is no projection ${projection}. Projections: ${names.join(', ')}.`,
          );
        const wanted = projection === undefined ? names : [projection];
        const log = app.get<EventLog>(EVENT_LOG);
        for (const name of wanted) await rebuild(store, log, name);
        print(
          command,
          wanted.map((name) => ({ projection: name, rebuilt: true })),
        );
      }),
    );
};

const storeOf = (app: INestApplicationContext): ReadStore => readStoreOn(app.get(READ_STORE));

/** Returns rebuilt read models that failed their audit and are not active. */
const refusedModels = async (store: ReadStore): Promise<readonly RefusedModel[]> =>
  (await store.copies()).flatMap(({ name: projection, ...copy }) => {
    const errors = auditFailuresOf(copy);
    return errors.length === 0 ? [] : [{ projection, errors }];
  });

const partnerNames = async (app: INestApplicationContext): Promise<ReadonlyMap<string, string>> => {
  const known = await app.get(EventStore).load(partnerRegistry, REGISTRY_ID);
  return new Map(known.map(({ id, name }) => [id, name]));
};

const report = (command: Command, result: Found, names: ReadonlyMap<string, string>): void => {
  print(
    command,
    result.partners.map(({ partnerId, ...sums }) => ({
      ...{ partner: names.get(partnerId) ?? partnerId, ...sums },
    })),
  );
  for (const each of result.differences) console.log(differenceText(each, names));
  if (openIn(result.differences).some(({ orderId }) => orderId !== null)) console.log(ORDER_HINT);
  for (const effect of result.open) {
    const { stream, waitsFor, since } = effect;
    const word = result.stuck.includes(effect) ? 'stuck' : 'open';
    console.log(`${word} since ${since}: ${stream} waits for ${waitsFor}`);
  }
  if (result.stuck.length > 0) console.log(STUCK_HINT);
  for (const { stream, waitsFor, since } of result.waiting)
    console.log(`waiting for ${waitsFor} since ${since}: ${stream}`);
  for (const day of result.unlisted)
    console.log(`${day}: too many journals to search for accounts that are not in the log`);
  if (result.withoutId > 0)
    console.log(
      `The broker lists journals without a readable id: ${result.withoutId}. Contact the broker.`,
    );
  for (const { id, status, amountText, accountId } of result.foreign)
    console.log(`notice: journal ${id} of others, ${status} over ${amountText}, to ${accountId}`);
  for (const { projection, errors } of result.refused)
    for (const error of errors) console.log(`rebuilt ${projection} is not used: ${error}`);
  console.log(resultOf(result));
};

const ORDER_HINT =
  'An order that ended otherwise is read again by `attention retry --id correct-order/<order>`; one ' +
  'that is live at the broker and not here is canceled by `attention retry --id follow-order/<order>`.';
const STUCK_HINT =
  'See stuck work in `attention list`. It does not list work that waits for read models.';

/** Requests a rebuild, and waits until readers use it. */
const rebuild = async (store: ReadStore, log: EventLog, name: string): Promise<void> => {
  const id = await store.requestRebuild(name);
  const untilMs = performance.now() + REBUILD_BEGINS_WITHIN_MS;
  for (;;) {
    const copies = await store.copies();
    if (copyOf(copies, 'served', name)?.request === id) {
      drawBar(name, 100, true);
      return;
    }
    const rebuild = copyOf(copies, 'filling', name);
    const errors = rebuild?.request === id ? auditFailuresOf(rebuild) : [];
    if (errors.length > 0)
      throw new Error(`${name} was rebuilt but is not used:\n${errors.join('\n')}`);
    if (rebuild?.request !== id && performance.now() > untilMs)
      throw new Error(`The rebuild of ${name} does not start: is a projector running?`);
    const figures = await readModelMetrics(store, log, new Date());
    const mine = figures.find(({ readModel }) => readModel === name);
    drawBar(name, mine?.rebuildPercent ?? 0, false);
    await pause(REBUILD_POLL_MS);
  }
};
