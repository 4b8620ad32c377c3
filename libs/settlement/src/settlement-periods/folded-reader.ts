import type { EventLog } from '#platform/event-store/event-log.js';
import { walkLog } from '#platform/event-store/walk-log.js';
import { MemoryModels } from '#platform/read-models/memory-models.js';
import type { Change, RegisteredProjection } from '#platform/read-models/projection.js';
import type { ReadModels } from '#platform/read-models/read-models.js';
import { pause } from '#platform/core/pause.js';
import { ACCOUNT, LINE, OPEN } from './names.js';
import { SettlementReader } from './settlement-reader.js';

const PATIENCE_MS = 1_000;
const LOOK_MS = 50;

type Sources = {
  readonly log: EventLog;
  readonly models: ReadModels;
  readonly projection: RegisteredProjection;
};

/**
 * A reader for operators, who also work while nothing else does: over Redis when it holds what the
 * log does, else over a fold of the partner's events. `lines` says whether lines will be read.
 */
export const operatorReader = async (
  { log, models, projection }: Sources,
  partnerId: string,
  { lines }: { readonly lines: boolean },
): Promise<SettlementReader> => {
  if (await isUpToDate(models, projection.name, partnerId)) return new SettlementReader(models);
  const folded = new MemoryModels(projection, (change) => lines || !isOfLines(change));
  for await (const event of walkLog(log))
    if (event.metadata.partnerId === partnerId) folded.take(event);
  return new SettlementReader(folded);
};

const isUpToDate = async (models: ReadModels, name: string, partnerId: string) => {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    const read = await models.documents(partnerId, name, [ACCOUNT]).catch(() => null);
    if (read?.status !== 'ready') return false;
    if (!read.behind) return true;
    await pause(LOOK_MS);
  }
  return false;
};

const isOfLines = (change: Change): boolean =>
  change.op === 'index'
    ? change.index === OPEN
    : (change.op === 'set' || change.op === 'delete') && change.doc.startsWith(LINE);
