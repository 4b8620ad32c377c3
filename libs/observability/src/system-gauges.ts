import { type CountedParts, attentionCounts } from '#jobs/attention-counts.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { lagMs } from './lag.js';
import { openEffects as countOpenEffects } from './open-effects.js';
import { readModelMetrics } from './read-model-metrics.js';
import { dispatcherPosition } from '#jobs/dispatcher.js';
import type { Queues } from '#jobs/queues.js';
import {
  attentionEntries,
  dispatcherLag,
  openEffectOldestAge,
  openEffects,
  projectionLag,
  projectionRebuild,
  activeProjection,
  queueJobs,
  queueOldestAge,
} from '#kernel/metrics.js';
import type { GaugeSource, Sample } from './gauge-collectors.js';
import { ATTENTION_AFTER_MS } from '#jobs/timing.js';
import { AUDIT_STUCK_AFTER_MS } from './timing.js';

export type SystemParts = CountedParts & {
  readonly log: EventLog;
  readonly queues: Pick<Queues, 'figures'>;
};

const MS = 1_000;
/** Ages by which open effects are counted, in seconds. 0 counts all. */
const AGES_S = [0, AUDIT_STUCK_AFTER_MS / MS, ATTENTION_AFTER_MS / MS, 3_600];

/** Returns gauges of the stores. Any projector can report them. */
export const systemGauges = (parts: SystemParts): readonly GaugeSource[] => [
  { name: 'queues', gauges: [queueJobs, queueOldestAge], read: (now) => ofQueues(parts, now) },
  {
    name: 'projections',
    gauges: [projectionLag, activeProjection, projectionRebuild],
    read: (now) => ofProjections(parts, now),
  },
  { name: 'dispatcher', gauges: [dispatcherLag], read: (now) => ofDispatcher(parts, now) },
  {
    name: 'effects',
    gauges: [openEffects, openEffectOldestAge],
    read: (now) => ofEffects(parts, now),
  },
  { name: 'attention', gauges: [attentionEntries], read: (now) => ofAttention(parts, now) },
];

const ofQueues = async ({ queues }: SystemParts, now: Date): Promise<readonly Sample[]> =>
  (await queues.figures(now)).flatMap(({ queue, oldestAgeMs, ...counts }) => [
    ...Object.entries(counts).map(([state, value]) => sample(queueJobs, value, { queue, state })),
    sample(queueOldestAge, (oldestAgeMs ?? 0) / MS, { queue }),
  ]);

const ofProjections = async (parts: SystemParts, now: Date): Promise<readonly Sample[]> => {
  const found = await readModelMetrics(parts.readStore, parts.log, now);
  return found.flatMap(({ readModel: projection, served, lagMs: lag, rebuildPercent }) => [
    sample(activeProjection, Number(served), { projection }),
    ...(lag === null ? [] : [sample(projectionLag, lag / MS, { projection })]),
    ...(rebuildPercent === null ? [] : [sample(projectionRebuild, rebuildPercent, { projection })]),
  ]);
};

const ofDispatcher = async (
  { readStore, log }: SystemParts,
  now: Date,
): Promise<readonly Sample[]> => {
  const position = await dispatcherPosition(readStore);
  // Without a checkpoint it begins at the head. The job schedule covers earlier open work.
  const lag = position === null ? 0 : await lagMs(log, position, await log.head(), now);
  return [sample(dispatcherLag, lag / MS)];
};

const ofEffects = async (
  { jobSchedule, jobs }: SystemParts,
  now: Date,
): Promise<readonly Sample[]> => {
  const agesMs = AGES_S.map((seconds) => (seconds === 0 ? -1 : seconds * MS));
  const found = await countOpenEffects(jobSchedule, jobs, agesMs, now);
  return found.flatMap(({ job, olderThan, oldestAgeMs }) => {
    const labels = { job: job.name, waits_for: job.mayWait === true ? 'others' : 'us' };
    return [
      ...olderThan.map((count, i) =>
        sample(openEffects, count, { ...labels, older_than_s: `${AGES_S[i]}` }),
      ),
      sample(openEffectOldestAge, oldestAgeMs / MS, labels),
    ];
  });
};

const ofAttention = async (parts: SystemParts, now: Date): Promise<readonly Sample[]> => {
  const counts = await attentionCounts(parts, now);
  return [
    sample(attentionEntries, counts.gaveUp, { kind: 'job_gave_up' }),
    sample(attentionEntries, counts.quarantinedEvents, { kind: 'event_parked' }),
    sample(attentionEntries, counts.refusedModels, { kind: 'read_model_refused' }),
  ];
};

/** Returns one value of a gauge. */
export const sample = (
  gauge: Sample['gauge'],
  value: number,
  labels: Sample['labels'] = {},
): Sample => ({ gauge, labels, value });
