import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { REGISTRY_ID, partnerRegistry } from '#auth';
import { EventStore } from '#platform/event-store/event-store.js';
import {
  type SettlementReader,
  type SettlementView,
  SETTLEMENT_STATUSES,
  type SettlementStatus,
  operatorReader,
  operatorStatement,
  statementCsv,
} from '#settlement';
import { drawBar } from './progress-bar.js';
import { periodRow } from './period-row.js';
import { readSourcesOf } from './read-sources.js';
import { isJson, noSuchPartner, print, withService } from './session.js';

const PAGE = 1_000;

export const addStatementCommands = (settlement: Command): void => {
  settlement
    .command('list')
    .description('periods with all totals, newest first; of every partner or of one')
    .option('--partner <id>', 'only of this one')
    .addOption(new Option('--status <status>', 'only these').choices(SETTLEMENT_STATUSES))
    .action(async (options: List, command: Command) =>
      withService(async (app) => {
        const known = await app.get(EventStore).load(partnerRegistry, REGISTRY_ID);
        const found = await allSettlements(app, known, options);
        if (isJson(command)) print(command, found);
        else report(command, known, found);
      }),
    );
  settlement
    .command('export')
    .description('writes the statement of a period as CSV')
    .requiredOption('--partner <id>', 'whose; partner list shows the ids')
    .requiredOption('--settlement <id>', 'the id of the period, as settlement list shows it')
    .requiredOption('--file <csv>', 'path of the file')
    .action(async (options: Export, command: Command) =>
      withService(async (app) => {
        const { partner, settlement: id, file } = options;
        print(command, { file, lines: await exportStatement(app, partner, id, file) });
      }),
    );
};

type Export = { readonly partner: string; readonly settlement: string; readonly file: string };

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

/** For people: a table for each partner, of what they look for first. */
const report = (command: Command, known: Partners, found: readonly SettlementView[]): void => {
  if (found.length === 0) console.log('There are no such periods.');
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

/** The file appears whole or not at all. Answers how many lines it has, without the header. */
const exportStatement = async (
  app: INestApplicationContext,
  partnerId: string,
  id: string,
  file: string,
): Promise<number> => {
  const statement = await operatorStatement(readSourcesOf(app), partnerId, id);
  if (statement === null) throw new Error('There is no such settlement of this partner.');
  const { total, parts } = statement;
  const written = { lines: 0 };
  async function* counted() {
    for await (const part of parts) {
      written.lines += part.length;
      drawBar(file, Math.min(100, Math.floor((written.lines * 100) / Math.max(1, total))), false);
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
  return written.lines;
};
