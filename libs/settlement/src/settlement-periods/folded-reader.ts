import { AUDIT_MODEL_POLL_MS, AUDIT_MODEL_WAIT_MS } from '#platform/core/timing.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { walkLog } from '#platform/event-store/walk-log.js';
import { MemoryModels } from '#platform/read-models/memory-models.js';
import { isBehind } from '#platform/read-models/position.js';
import type { Change, RegisteredProjection } from '#platform/read-models/projection.js';
import type { ReadModels } from '#platform/read-models/read-models.js';
import { pause } from '#platform/core/pause.js';
import { ACCOUNT, LINE, OPEN } from './names.js';
import { SettlementReader } from './settlement-reader.js';

const PARTNERS_AT_ONCE = 50;

export type Sources = {
  readonly log: EventLog;
  readonly models: ReadModels;
  readonly projection: RegisteredProjection;
};

/**
 * Readers for operators, who also work while nothing else does: over Redis where it holds what the
 * log does, else over a fold of the partner's events, which knows periods and no lines.
 */
export const operatorReaders = async (
  { log, models, projection }: Sources,
  partnerIds: readonly string[],
): Promise<ReadonlyMap<string, SettlementReader>> => {
  const ready = await upToDate(models, projection.name, partnerIds);
  const stale = partnerIds.filter((id) => !ready.has(id));
  const folded = await foldedModels(log, projection, stale);
  return new Map(
    partnerIds.map((id) => [id, new SettlementReader(folded.get(id) ?? models)] as const),
  );
};

/** The partners whose models Redis holds, as far as the log goes. */
export const upToDate = async (
  models: ReadModels,
  projection: string,
  partnerIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const ready = new Set<string>();
  for (let i = 0; i < partnerIds.length; i += PARTNERS_AT_ONCE) {
    const chunk = partnerIds.slice(i, i + PARTNERS_AT_ONCE);
    const found = await Promise.all(chunk.map((id) => isUpToDate(models, projection, id)));
    for (const [k, id] of chunk.entries()) if (found[k] === true) ready.add(id);
  }
  return ready;
};

const isUpToDate = async (models: ReadModels, name: string, partnerId: string) => {
  const untilMs = performance.now() + AUDIT_MODEL_WAIT_MS;
  while (performance.now() < untilMs) {
    const read = await models.documents(partnerId, name, [ACCOUNT]).catch(() => null);
    if (read?.status !== 'ready') return false;
    if (!isBehind(read)) return true;
    await pause(AUDIT_MODEL_POLL_MS);
  }
  return false;
};

const foldedModels = async (
  log: EventLog,
  projection: RegisteredProjection,
  partnerIds: readonly string[],
): Promise<ReadonlyMap<string, MemoryModels>> => {
  const withoutLines = (change: Change) => !isOfLines(change);
  const models = new Map(
    partnerIds.map((id) => [id, new MemoryModels(projection, withoutLines)] as const),
  );
  if (models.size === 0) return models;
  for await (const event of walkLog(log)) models.get(event.metadata.partnerId)?.take(event);
  return models;
};

const isOfLines = (change: Change): boolean =>
  change.op === 'index'
    ? change.index === OPEN
    : (change.op === 'set' || change.op === 'delete') && change.doc.startsWith(LINE);
