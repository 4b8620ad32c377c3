import { Counter, Gauge, Histogram, type Metric } from 'prom-client';

// Labels have few values, which are names or templates, never ids.

/** Empty: each process registers its own metrics, see `METRICS`. */
const registers: [] = [];

const CALL_BUCKETS_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const httpDuration = new Histogram({
  name: 'brokerage_http_request_duration_seconds',
  help: 'Duration of requests by route template, from the first line to the last byte of the response',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers,
});

let countInFlight = () => 0;
/** Sets the function that counts the requests in flight at each scrape. */
export const showInFlight = (count: () => number): void => {
  countInFlight = count;
};

export const httpInFlight = new Gauge({
  name: 'brokerage_http_requests_in_flight',
  help: 'Requests in flight, from the first line until the request ends or is aborted',
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
  help: 'Duration of appends to the event log, with retries; outcome: appended, conflict, unavailable, failed',
  labelNames: ['outcome'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
  registers,
});

export const eventsAppended = new Counter({
  name: 'brokerage_events_appended_total',
  help: 'Events appended by this process',
  labelNames: ['type'],
  registers,
});

export const outboundDuration = new Histogram({
  name: 'brokerage_outbound_duration_seconds',
  help: 'Duration of calls to providers; outcome: class of the status, no_answer, or kept_back by a circuit',
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
  help: '1 while this process stops this kind of call because the provider fails',
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
  help: 'Calls that remain in the present window of the broker’s limit; missing without a limit',
  registers,
});

export const brokerThrottled = new Counter({
  name: 'brokerage_broker_throttled_total',
  help: 'Responses of the broker with status 429',
  registers,
});

export const jobDuration = new Histogram({
  name: 'brokerage_job_duration_seconds',
  help: 'Duration of job runs; outcome: done, failed (retried), gave_up, rested (circuit open)',
  labelNames: ['queue', 'job', 'outcome'],
  buckets: CALL_BUCKETS_S,
  registers,
});

export const effectOutcomes = new Counter({
  name: 'brokerage_effect_outcomes_total',
  help: 'Sends to providers; outcome: the event that records it, lost_race, or unknown so far',
  labelNames: ['effect', 'outcome'],
  registers,
});

export const settlementClosings = new Counter({
  name: 'brokerage_settlement_closings_total',
  help: 'Closings of periods; outcome: closed, or differs for each check in which log and read model differ',
  labelNames: ['outcome'],
  registers,
});

export const eventStoreTroubles = new Counter({
  name: 'brokerage_event_store_troubles_total',
  help: 'Repeated calls and subscriptions of EventStoreDB by reason: not-leader means a new leader, no-leader a cluster without a leader',
  labelNames: ['what', 'reason'],
  registers,
});

export const brokerStreamInterruptions = new Counter({
  name: 'brokerage_broker_stream_interruptions_total',
  help: 'Unexpected ends of the broker’s event streams',
  labelNames: ['stream'],
  registers,
});

export const queueJobs = new Gauge({
  name: 'brokerage_queue_jobs',
  help: 'Jobs in the queues by state: waiting, active, delayed, failed (stored for a week)',
  labelNames: ['queue', 'state'],
  registers,
});

export const queueOldestAge = new Gauge({
  name: 'brokerage_queue_oldest_age_seconds',
  help: 'Age of the oldest job that waits for a worker; 0 without one',
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
  help: 'Age of the oldest event that a read model does not contain yet; 0 without one',
  labelNames: ['projection'],
  registers,
});

export const activeProjection = new Gauge({
  name: 'brokerage_projection_served',
  help: '0 during the first build of a read model, while its readers get 503',
  labelNames: ['projection'],
  registers,
});

export const projectionRebuild = new Gauge({
  name: 'brokerage_projection_rebuild_percent',
  help: 'Progress of a rebuild; missing without one',
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
  help: 'Open effects older than older_than_s seconds; waits_for: us, or others for up to days',
  labelNames: ['job', 'waits_for', 'older_than_s'],
  registers,
});

export const openEffectOldestAge = new Gauge({
  name: 'brokerage_open_effect_oldest_age_seconds',
  help: 'Time since the oldest open effect of a kind was due',
  labelNames: ['job', 'waits_for'],
  registers,
});

export const attentionEntries = new Gauge({
  name: 'brokerage_attention_entries',
  help: 'Entries that need an operator: jobs that gave up, quarantined events, rejected read models',
  labelNames: ['kind'],
  registers,
});

export const firmAccountDollars = new Gauge({
  name: 'brokerage_firm_account_dollars',
  help: 'Dollars of the pre-funded account: transferable, in_flight (reserved by deposits), threshold',
  labelNames: ['what'],
  registers,
});

export const firmAccountAge = new Gauge({
  name: 'brokerage_firm_account_age_seconds',
  help: 'Time since the last request for the balance to the broker',
  registers,
});

export const reconciliationDifferences = new Gauge({
  name: 'brokerage_reconciliation_differences',
  help: 'Differences between log, read models and broker: open, or not_kept above the storage limit',
  labelNames: ['state'],
  registers,
});

export const reconciliationNotCompared = new Gauge({
  name: 'brokerage_reconciliation_not_compared',
  help: 'Comparisons that the last run could not make',
  registers,
});

export const reconciliationAge = new Gauge({
  name: 'brokerage_reconciliation_age_seconds',
  help: 'Time since the end of the last run',
  registers,
});

export const reconciliationCalls = new Gauge({
  name: 'brokerage_reconciliation_calls',
  help: 'Calls of the last run to the broker',
  registers,
});

export const projectorLeader = new Gauge({
  name: 'brokerage_projector_at_work',
  help: '1 in the projector that is the leader, 0 in the others',
  registers,
});

export const workerLeads = new Gauge({
  name: 'brokerage_worker_leads',
  help: '1 in the worker that is the leader and follows the broker’s event streams, 0 in the others',
  registers,
});

export const readingFailed = new Gauge({
  name: 'brokerage_reading_failed',
  help: '1 if these metrics could not be read and are missing in this response',
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
