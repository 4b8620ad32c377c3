import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { REGISTRY_ID, partnerRegistry } from '#auth/partner/partner-registry.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import type { SettlementReader } from '#settlement/settlement-periods/settlement-reader.js';
import type { SettlementView } from '#settlement/settlement-periods/settlement.view.js';
import {
  STATUSES as SETTLEMENT_STATUSES,
  type Status as SettlementStatus,
} from '#settlement/settlement-periods/status.js';
import { operatorReader } from '#settlement/settlement-periods/operator-reader.js';
import { operatorStatement } from '#settlement/settlement-statement/operator-statement.js';
import { statementCsv } from '#settlement/settlement-statement/statement-csv.js';
import { drawBar } from './progress-bar.js';
import { periodRow } from './period-row.js';
import { readSourcesOf } from './read-sources.js';
import { PARTNER, inService, isJson, noSuchPartner, print } from './session.js';

const PAGE = 1_000;

export const addStatementCommands = (settlement: Command): void => {
  settlement
    .command('list')
    .description('lists periods with all totals, newest first, of all partners or one')
    .option('--partner <id>', 'lists the periods of this partner')
    .addOption(
      new Option('--status <status>', 'lists periods with this status').choices(
        SETTLEMENT_STATUSES,
      ),
    )
    .action(
      inService(async (app, options: List, command) => {
        const known = await app.get(EventStore).load(partnerRegistry, REGISTRY_ID);
        const found = await allSettlements(app, known, options);
        if (isJson(command)) return found;
        report(command, known, found);
        return undefined;
      }),
    );
  settlement
    .command('export')
    .description('writes the statement of a period as CSV')
    .requiredOption(...PARTNER)
    .requiredOption('--settlement <id>', 'the id of the period, as settlement list shows it')
    .requiredOption('--file <csv>', 'path of the file')
    .option('--force', 'replaces an existing file', false)
    .action(
      inService(async (app, { partner, settlement: id, file, force }: Export) => {
        if (existsSync(file) && !force)
          throw new Error(`${file} exists. To replace it, add --force.`);
        return { file, lines: await exportStatement(app, partner, id, file) };
      }),
    );
};

type Export = {
  readonly partner: string;
  readonly settlement: string;
  readonly file: string;
  readonly force: boolean;
};

type Partners = readonly { readonly id: string; readonly name: string }[];
type List = { readonly partner?: string; readonly status?: SettlementStatus };

const allSettlements = async (
  app: INestApplicationContext,
  known: Partners,
  { partner, status }: List,
) => {
  const wanted = known.map(({ id }) => id).filter((id) => partner === undefined || id === partner);
  if (partner !== undefined && wanted.length === 0) throw noSuchPartner(partner);
  const { reader, close } = await operatorReader(readSourcesOf(app), wanted);
  try {
    const found: SettlementView[] = [];
    for (const id of wanted) found.push(...(await settlementsOf(reader, id, status)));
    return found;
  } finally {
    await close();
  }
};

/** Prints a table per partner with the most important fields. */
const report = (command: Command, known: Partners, found: readonly SettlementView[]): void => {
  if (found.length === 0) console.log('No matching periods.');
  for (const { id, name } of known) {
    const periods = found.filter(({ partnerId }) => partnerId === id);
    if (periods.length === 0) continue;
    console.log(`${name}, partner ${id}`);
    print(command, periods.map(periodRow));
  }
  if (found.length > 0) console.log('Amounts in USD, times in UTC. All totals: --json');
};

const settlementsOf = async (
  reader: SettlementReader,
  partnerId: string,
  status: SettlementStatus | undefined,
): Promise<SettlementView[]> => {
  const found: SettlementView[] = [];
  const filter = status === undefined ? {} : { status };
  for (;;) {
    const page = { offset: found.length, limit: PAGE, ...filter };
    const { settlements, total } = await reader.list(partnerId, page);
    found.push(...settlements);
    if (settlements.length === 0 || found.length >= total) return found;
  }
};

/** Writes the file atomically. Returns the number of its lines, without the header. */
const exportStatement = async (
  app: INestApplicationContext,
  partnerId: string,
  id: string,
  file: string,
): Promise<number> => {
  const statement = await operatorStatement(readSourcesOf(app), partnerId, id);
  if (statement === null)
    throw new Error('The partner has no settlement with this id. See settlement list.');
  const { total, parts } = statement;
  const progress = { lines: 0 };
  async function* counted() {
    for await (const part of parts) {
      progress.lines += part.length;
      drawBar(file, Math.min(100, Math.floor((progress.lines * 100) / Math.max(1, total))), false);
      yield part;
    }
  }
  const temporary = `${file}.${process.pid}`;
  try {
    await pipeline(statementCsv(counted()), createWriteStream(temporary));
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
  drawBar(file, 100, true);
  return progress.lines;
};
