import { Counter, Gauge, Histogram, type Metric } from 'prom-client';

// All metrics by hand. Labels have few values, known beforehand: names and templates, never an id.

/** Each process registers the ones that it has something to say about. */
const registers: [] = [];

const CALL_BUCKETS_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const httpDuration = new Histogram({
  name: 'brokerage_http_request_duration_seconds',
  help: 'Requests, by route template, from the first line to the last byte of the answer',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers,
});

let countInFlight = () => 0;
/** Asked for it only when somebody looks. */
export const showInFlight = (count: () => number): void => {
  countInFlight = count;
};

export const httpInFlight = new Gauge({
  name: 'brokerage_http_requests_in_flight',
  help: 'Requests under way, from the first line until they are over, however they end',
  registers,
  collect() {
    this.set(countInFlight());
  },
});

export const connectionsRefused = new Counter({
  name: 'brokerage_http_connections_refused_total',
  help: 'Connections refused because too many were open',
  registers,
});

export const appendDuration = new Histogram({
  name: 'brokerage_append_duration_seconds',
  help: 'Appends to the event log, own retries included; outcome: appended, conflict, unavailable',
  labelNames: ['outcome'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
  registers,
});

export const eventsAppended = new Counter({
  name: 'brokerage_events_appended_total',
  help: 'Events that this process has appended',
  labelNames: ['type'],
  registers,
});

export const outboundDuration = new Histogram({
  name: 'brokerage_outbound_duration_seconds',
  help: 'Calls to providers; outcome: the class of the status, no_answer, or kept_back by a circuit',
  labelNames: ['call', 'outcome'],
  buckets: CALL_BUCKETS_S,
  registers,
});

export const brokerEventsSkipped = new Counter({
  name: 'brokerage_broker_events_skipped_total',
  help: 'Messages of the broker’s event streams that could not be read',
  labelNames: ['stream'],
  registers,
});

export const circuitOpen = new Gauge({
  name: 'brokerage_circuit_open',
  help: '1 while this process leaves a provider alone with this kind of call',
  labelNames: ['call'],
  registers,
});

export const brokerCallsWaiting = new Gauge({
  name: 'brokerage_broker_calls_waiting',
  help: 'Calls to the broker that wait for their turn in this process',
  registers,
});

export const brokerCallsLeft = new Gauge({
  name: 'brokerage_broker_calls_left',
  help: 'Calls that the broker’s limit leaves in its present window; missing without a limit',
  registers,
});

export const brokerThrottled = new Counter({
  name: 'brokerage_broker_throttled_total',
  help: 'Answers of the broker that it takes no more calls for now (429)',
  registers,
});

export const jobDuration = new Histogram({
  name: 'brokerage_job_duration_seconds',
  help: 'Jobs at work; outcome: done, failed (tried again), gave_up, rested (provider left alone)',
  labelNames: ['queue', 'job', 'outcome'],
  buckets: CALL_BUCKETS_S,
  registers,
});

export const effectOutcomes = new Counter({
  name: 'brokerage_effect_outcomes_total',
  help: 'What became of sends to providers: the event that tells, lost_race, or unknown for now',
  labelNames: ['effect', 'outcome'],
  registers,
});

export const settlementClosings = new Counter({
  name: 'brokerage_settlement_closings_total',
  help: 'Closings of periods; outcome: closed, or differs at each look that found the log and the read model apart',
  labelNames: ['outcome'],
  registers,
});

export const eventStoreTroubles = new Counter({
  name: 'brokerage_event_store_troubles_total',
  help: 'Calls of EventStoreDB that were repeated and subscriptions that were begun again, by reason: not-leader tells of a new leader, no-leader that no node leads',
  labelNames: ['what', 'reason'],
  registers,
});

export const brokerStreamInterruptions = new Counter({
  name: 'brokerage_broker_stream_interruptions_total',
  help: 'Ends of the broker’s event streams that nobody asked for',
  labelNames: ['stream'],
  registers,
});

export const queueJobs = new Gauge({
  name: 'brokerage_queue_jobs',
  help: 'Jobs in the queues by state: waiting, active, delayed, failed (kept for a week)',
  labelNames: ['queue', 'state'],
  registers,
});

export const queueOldestAge = new Gauge({
  name: 'brokerage_queue_oldest_age_seconds',
  help: 'How long the oldest job has been waiting for a worker; 0 when none waits',
  labelNames: ['queue'],
  registers,
});

export const webhookAttempts = new Counter({
  name: 'brokerage_webhook_attempts_total',
  help: 'Requests to webhook endpoints; outcome: delivered, the class of another status, timeout, address_not_allowed or no_response',
  labelNames: ['outcome'],
  registers,
});

export const webhookOldestAge = new Gauge({
  name: 'brokerage_webhook_oldest_undelivered_seconds',
  help: 'Age of the oldest event that an enabled webhook endpoint has not received; 0 without one',
  registers,
});

export const projectionLag = new Gauge({
  name: 'brokerage_projection_lag_seconds',
  help: 'Age of the oldest event that a read model’s readers cannot see yet; 0 when they see all',
  labelNames: ['projection'],
  registers,
});

export const activeProjection = new Gauge({
  name: 'brokerage_projection_served',
  help: '0 while a read model is filled from nothing, and its readers get 503',
  labelNames: ['projection'],
  registers,
});

export const projectionRebuild = new Gauge({
  name: 'brokerage_projection_rebuild_percent',
  help: 'How far a rebuild has come; there only while there is one',
  labelNames: ['projection'],
  registers,
});

export const dispatcherLag = new Gauge({
  name: 'brokerage_dispatcher_lag_seconds',
  help: 'Age of the oldest event whose jobs are not queued yet',
  registers,
});

export const openEffects = new Gauge({
  name: 'brokerage_open_effects',
  help: 'What is due and not done, over so many seconds old; waits_for: us, or others for days',
  labelNames: ['job', 'waits_for', 'older_than_s'],
  registers,
});

export const openEffectOldestAge = new Gauge({
  name: 'brokerage_open_effect_oldest_age_seconds',
  help: 'Since when the oldest open effect of a kind is due',
  labelNames: ['job', 'waits_for'],
  registers,
});

export const attentionEntries = new Gauge({
  name: 'brokerage_attention_entries',
  help: 'What does not go on by itself: jobs that gave up, parked events, refused read models',
  labelNames: ['kind'],
  registers,
});

export const firmAccountDollars = new Gauge({
  name: 'brokerage_firm_account_dollars',
  help: 'The pre-funded account: transferable, in_flight (promised to deposits), threshold',
  labelNames: ['what'],
  registers,
});

export const firmAccountAge = new Gauge({
  name: 'brokerage_firm_account_age_seconds',
  help: 'Since when the broker was last asked for the balance',
  registers,
});

export const reconciliationDifferences = new Gauge({
  name: 'brokerage_reconciliation_differences',
  help: 'Differences between log, read models and broker: open, or not_kept for there are too many',
  labelNames: ['state'],
  registers,
});

export const reconciliationNotCompared = new Gauge({
  name: 'brokerage_reconciliation_not_compared',
  help: 'What the last run could not look at',
  registers,
});

export const reconciliationAge = new Gauge({
  name: 'brokerage_reconciliation_age_seconds',
  help: 'Since when the last run is finished',
  registers,
});

export const reconciliationCalls = new Gauge({
  name: 'brokerage_reconciliation_calls',
  help: 'How often the last run asked the broker',
  registers,
});

export const projectorLeader = new Gauge({
  name: 'brokerage_projector_at_work',
  help: '1 in the projector that has the lease, 0 in the others',
  registers,
});

export const workerLeads = new Gauge({
  name: 'brokerage_worker_leads',
  help: '1 in the worker that follows the broker for all, 0 in the others',
  registers,
});

export const readingFailed = new Gauge({
  name: 'brokerage_reading_failed',
  help: '1 when figures could not be read, and are therefore missing in this answer',
  labelNames: ['reading'],
  registers,
});

export type SignalApp = 'api' | 'worker' | 'projector';

/** Metrics by process. */
export const METRICS: Readonly<Record<SignalApp, readonly Metric[]>> = {
  api: [
    httpDuration,
    httpInFlight,
    connectionsRefused,
    appendDuration,
    eventsAppended,
    eventStoreTroubles,
    outboundDuration,
    circuitOpen,
  ],
  worker: [
    jobDuration,
    effectOutcomes,
    settlementClosings,
    appendDuration,
    eventsAppended,
    eventStoreTroubles,
    outboundDuration,
    circuitOpen,
    brokerEventsSkipped,
    brokerStreamInterruptions,
    brokerCallsWaiting,
    brokerCallsLeft,
    brokerThrottled,
    webhookAttempts,
    workerLeads,
    readingFailed,
  ],
  projector: [
    queueJobs,
    queueOldestAge,
    projectionLag,
    activeProjection,
    projectionRebuild,
    dispatcherLag,
    openEffects,
    openEffectOldestAge,
    attentionEntries,
    webhookOldestAge,
    firmAccountDollars,
    firmAccountAge,
    reconciliationDifferences,
    reconciliationNotCompared,
    reconciliationAge,
    reconciliationCalls,
    projectorLeader,
    eventStoreTroubles,
    readingFailed,
  ],
};
