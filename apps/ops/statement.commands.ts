import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import type { EventLog } from '#platform/event-store/event-log.js';
import { EVENT_LOG } from '#platform/platform.module.js';
import { ReadModels } from '#platform/read-models/read-models.js';
import {
  type SettlementReader,
  type SettlementView,
  operatorReader,
  registeredPeriods,
  statementCsv,
} from '#settlement';
import { drawBar } from './progress-bar.js';
import { print, withService } from './session.js';

const PAGE = 1_000;

export const addStatementCommands = (settlement: Command): void => {
  settlement
    .command('list')
    .description('periods with all totals, newest first')
    .requiredOption('--partner <id>')
    .action(async ({ partner }: { partner: string }, command: Command) =>
      withService(async (app) => {
        const found = await allSettlements(await readerFor(app, partner, false), partner);
        if (found.length === 0) throw new Error('There is no such partner.');
        print(command, found);
      }),
    );
  settlement
    .command('export')
    .description('writes the statement of a period as CSV')
    .requiredOption('--partner <id>')
    .requiredOption('--settlement <id>', 'the id of the period')
    .requiredOption('--file <csv>')
    .action(async (options: Export, command: Command) =>
      withService(async (app) => {
        const { partner, settlement: id, file } = options;
        const reader = await readerFor(app, partner, true);
        print(command, { file, lines: await exportStatement(reader, partner, id, file) });
      }),
    );
};

type Export = { readonly partner: string; readonly settlement: string; readonly file: string };

const readerFor = (app: INestApplicationContext, partnerId: string, lines: boolean) =>
  operatorReader(
    {
      log: app.get<EventLog>(EVENT_LOG),
      models: app.get(ReadModels),
      projection: registeredPeriods,
    },
    partnerId,
    { lines },
  );

const allSettlements = async (reader: SettlementReader, partnerId: string) => {
  const found: SettlementView[] = [];
  for (;;) {
    const page = { offset: found.length, limit: PAGE };
    const { settlements, total } = await reader.list(partnerId, page);
    found.push(...settlements);
    if (settlements.length === 0 || found.length >= total) return found;
  }
};

/** The file appears whole or not at all. Answers how many lines it has, without the header. */
const exportStatement = async (
  reader: SettlementReader,
  partnerId: string,
  id: string,
  file: string,
): Promise<number> => {
  const begun = await reader.lines(partnerId, id, { offset: 0, limit: 1 });
  if (begun === null) throw new Error('There is no such settlement of this partner.');
  const { total } = begun;
  const written = { lines: 0 };
  async function* counted() {
    for await (const part of reader.allLines(partnerId, id)) {
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
