import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import type { Broker } from '#broker/broker.js';
import { REGISTRY_ID, partnerRegistry } from '#auth/partner/partner-registry.js';
import { pause } from '#kernel/concurrency/pause.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { readModelMetrics } from '#observability/read-model-metrics.js';
import type { Logger } from '#kernel/logger.js';
import { BROKER, CONFIG, EVENT_LOG, LOGGER, READ_STORE } from '#kernel/tokens.js';
import { ReadStore } from '#read-models/read-store.js';
import { Rebuild } from '#read-models/rebuild.js';
import { Rows } from '#read-models/rows.js';
import {
  RECONCILIATION,
  reconciliations,
} from '#reconciliation/reconciliation/reconciliation.state.js';
import { reconcileEverything } from '#reconciliation/run/reconcile-everything.js';
import { type AuditErrors, rejectedModels } from '#read-models/table-set.js';
import type { Config } from '#config/config.js';
import { readModels } from '../features.js';
import { differenceText } from './difference-text.js';
import { drawBar } from './progress-bar.js';
import { inService, isJson, print } from './session.js';
import {
  type Found,
  type RefusedModel,
  isWell,
  openIn,
  resultOf,
  withRecorded,
} from './reconcile-result.js';

/** Poll interval of the progress of a rebuild. */
const REBUILD_POLL_MS = 250;
/** Longest wait for the start of a rebuild. A running projector starts it within 2 s. */
const REBUILD_BEGINS_WITHIN_MS = 30_000;

export const addReadModelCommands = (program: Command): void => {
  program
    .command('reconcile')
    .description('compares log, read models and the broker’s ledger; needs the running service')
    .action(
      inService(async (app, _, command) => {
        const compared = await reconcileEverything({
          ...{ log: app.get<EventLog>(EVENT_LOG), store: app.get(EventStore) },
          ...{ rows: app.get(Rows), broker: app.get<Broker>(BROKER) },
          logger: app.get<Logger>(LOGGER),
        });
        const state = await app.get(EventStore).load(reconciliations, RECONCILIATION);
        const differences = withRecorded(compared.differences, state);
        const refused = await refusedModels(storeOf(app));
        const result = { ...compared, differences, refused };
        const ok = isWell(result);
        if (!ok) process.exitCode = 1;
        if (isJson(command)) return { ...result, ok };
        report(command, result, await partnerNames(app));
        return undefined;
      }),
    );
  program
    .command('rebuild')
    .description('rebuilds read models while the active ones serve; needs the running service')
    .option('--projection <name>', 'the projection to report; all are rebuilt together')
    .action(
      inService(async (app, { projection }: { projection?: string }) => {
        const store = storeOf(app);
        const names = store.models.map(({ name }) => name);
        if (projection !== undefined && !names.includes(projection))
          throw new Error(
            `The projection ${projection} does not exist. Projections: ${names.join(', ')}.`,
          );
        await rebuild(store, app.get<EventLog>(EVENT_LOG), projection ?? ALL);
        return (projection === undefined ? names : [projection]).map((name) => ({
          projection: name,
          rebuilt: true,
        }));
      }),
    );
  program
    .command('read-models')
    .description('prepares an upgrade')
    .command('prepare')
    .description('fills the tables of this version while another version runs')
    .action(
      inService(async (app) => {
        const store = new ReadStore(storeOf(app).engine, readModels);
        await prepare(store, app.get<EventLog>(EVENT_LOG), app.get<Config>(CONFIG));
        return [{ version: store.version, filled: true }];
      }),
    );
};

const storeOf = (app: INestApplicationContext): ReadStore => app.get<ReadStore>(READ_STORE);

/** Returns rebuilt read models that failed their audit and are not active. */
const refusedModels = async (store: ReadStore): Promise<readonly RefusedModel[]> =>
  rejectedModels(await store.sets()).map(({ model, errors }) => ({ projection: model, errors }));

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
    const state = result.stuck.includes(effect) ? 'stuck' : 'open';
    console.log(`${state} since ${since}: ${stream} waits for ${waitsFor}`);
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
    console.log(`notice: third-party journal ${id}, ${status}, ${amountText}, to ${accountId}`);
  for (const { projection, errors } of result.refused)
    for (const error of errors)
      console.log(`the audit rejected the rebuilt ${projection}: ${error}`);
  console.log(resultOf(result));
};

const ORDER_HINT =
  'To read an order with another end again: `attention retry --id correct-order/<order>`. To cancel an ' +
  'order that is open only at the broker: `attention retry --id follow-order/<order>`.';
const STUCK_HINT =
  'See stuck work in `attention list`. The list does not contain work that waits for read models.';

/** Requests a rebuild, and waits until readers use it. */
const rebuild = async (store: ReadStore, log: EventLog, label: string): Promise<void> => {
  const id = await store.requestRebuild();
  const untilMs = performance.now() + REBUILD_BEGINS_WITHIN_MS;
  for (;;) {
    const sets = await store.sets();
    if (sets.active?.request === id) {
      drawBar(label, 100, true);
      return;
    }
    const isRunning = sets.rebuild?.request === id;
    if (isRunning) requirePassed(sets.rebuild.errors);
    if (!isRunning && performance.now() > untilMs)
      throw new Error('The rebuild did not start: is a projector running?');
    await drawProgress(store, log, label);
  }
};

/** Builds the read models of this version. The views of the running version stay. */
const prepare = async (store: ReadStore, log: EventLog, config: Config): Promise<void> => {
  if ((await store.sets()).active === null) {
    const rebuilding = new Rebuild(store, log);
    const set = await rebuilding.begin(config.projectorShards);
    const state = { isRunning: true };
    const running = rebuilding.run(set, new AbortController().signal).finally(() => {
      state.isRunning = false;
    });
    while (state.isRunning) await drawProgress(store, log, ALL);
    requirePassed(await running);
  }
  await store.heartbeat(new Date());
  drawBar(ALL, 100, true);
};

const ALL = 'read models';

const drawProgress = async (store: ReadStore, log: EventLog, label: string): Promise<void> => {
  const [metrics] = await readModelMetrics(store, log, new Date());
  drawBar(label, metrics?.rebuildPercent ?? 0, false);
  await pause(REBUILD_POLL_MS);
};

/** @throws {Error} with the errors of an audit */
const requirePassed = (errors: AuditErrors): void => {
  const all = Object.entries(errors).map(([name, each]) => `${name}: ${each.join('; ')}`);
  if (all.length > 0) throw new Error(`The audit rejected the rebuild:\n${all.join('\n')}`);
};
