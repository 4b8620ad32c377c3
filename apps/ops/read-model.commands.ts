import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import type { Broker } from '#platform/broker/broker.js';
import { REGISTRY_ID, partnerRegistry } from '#auth';
import { pause } from '#platform/core/pause.js';
import { REBUILD_BEGINS_WITHIN_MS, REBUILD_POLL_MS } from '#platform/core/timing.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { readModelFigures } from '#platform/figures/read-model-figures.js';
import { BROKER, EVENT_LOG, READ_STORE } from '#platform/platform.module.js';
import { faultsOf } from '#platform/read-store/audit-filling.js';
import { Freshness } from '#platform/read-store/freshness.js';
import type { ReadStore } from '#platform/read-store/read-store.js';
import { copyOf } from '#platform/read-store/copies.js';
import { Rows } from '#platform/read-store/rows.js';
import {
  RECONCILIATION,
  SettlementReader,
  dismissalOf,
  reconcile,
  reconciliations,
} from '#settlement';
import { readStoreOn } from '../parts.js';
import { differenceText } from './difference-text.js';
import { drawBar } from './progress-bar.js';
import { isJson, print, withService } from './session.js';
import { type Found, type RefusedModel, isWell, openIn, verdictOf } from './verdict.js';

export const addReadModelCommands = (program: Command): void => {
  program
    .command('reconcile')
    .description('compares log, read models and the broker’s ledger; needs the running service')
    .action(async (_: object, command: Command) =>
      withService(async (app) => {
        const compared = await reconcile({
          log: app.get<EventLog>(EVENT_LOG),
          reader: new SettlementReader(app.get(Rows), app.get(Freshness)),
          broker: app.get<Broker>(BROKER),
        });
        const state = await app.get(EventStore).load(reconciliations, RECONCILIATION);
        const dismissal = dismissalOf(state, compared.differences);
        const differences = compared.differences.map((each) => ({
          ...each,
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
    .description('rebuilds read models beside the serving ones; needs the running service')
    .option('--projection <name>', 'only this one')
    .action(async ({ projection }: { projection?: string }, command: Command) =>
      withService(async (app) => {
        const store = storeOf(app);
        const names = store.models.map(({ name }) => name);
        if (projection !== undefined && !names.includes(projection))
          throw new Error(`There is no projection ${projection}; there are ${names.join(', ')}.`);
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

/** Read models that were filled anew and kept from readers. */
const refusedModels = async (store: ReadStore): Promise<readonly RefusedModel[]> =>
  (await store.copies()).flatMap(({ name: projection, ...copy }) => {
    const faults = faultsOf(copy);
    return faults.length === 0 ? [] : [{ projection, faults }];
  });

const partnerNames = async (app: INestApplicationContext): Promise<ReadonlyMap<string, string>> => {
  const known = await app.get(EventStore).load(partnerRegistry, REGISTRY_ID);
  return new Map(known.map(({ id, name }) => [id, name]));
};

const report = (command: Command, result: Found, names: ReadonlyMap<string, string>): void => {
  print(
    command,
    result.partners.map(({ partnerId, periods, ...sums }) => ({
      ...{ partner: names.get(partnerId) ?? partnerId, ...sums, periods: periods.length },
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
    console.log(`${day}: too many journals to look for accounts that the log does not know`);
  if (result.withoutId > 0)
    console.log(
      `The broker lists journals that can be neither read nor asked for: ${result.withoutId}. Ask it.`,
    );
  for (const { id, status, amountText, accountId } of result.foreign)
    console.log(`notice: journal ${id} of others, ${status} over ${amountText}, to ${accountId}`);
  for (const { projection, faults } of result.refused)
    for (const fault of faults) console.log(`rebuilt ${projection} is not used: ${fault}`);
  console.log(verdictOf(result));
};

const ORDER_HINT =
  'An order that ended otherwise is read again by `attention retry --id correct-order/<order>`; one ' +
  'that is live at the broker and not here is canceled by `attention retry --id follow-order/<order>`.';
const STUCK_HINT = 'What is stuck is in `attention list`, but for what waits for the read models.';

/** Asks the projector, and watches until its readers use what was asked for. */
const rebuild = async (store: ReadStore, log: EventLog, name: string): Promise<void> => {
  const id = await store.requestRebuild(name);
  const untilMs = performance.now() + REBUILD_BEGINS_WITHIN_MS;
  for (;;) {
    const copies = await store.copies();
    if (copyOf(copies, 'served', name)?.request === id) {
      drawBar(name, 100, true);
      return;
    }
    const filling = copyOf(copies, 'filling', name);
    const faults = filling?.request === id ? faultsOf(filling) : [];
    if (faults.length > 0)
      throw new Error(`${name} was filled and is not used:\n${faults.join('\n')}`);
    if (filling?.request !== id && performance.now() > untilMs)
      throw new Error(`Nobody rebuilds ${name}: is a projector running?`);
    const figures = await readModelFigures(store, log, new Date());
    const mine = figures.find(({ readModel }) => readModel === name);
    drawBar(name, mine?.rebuildPercent ?? 0, false);
    await pause(REBUILD_POLL_MS);
  }
};
