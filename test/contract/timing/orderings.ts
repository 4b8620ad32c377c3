import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ATTEMPTS_BY_CLOCK_MAX, ATTEMPTS_MAX } from '#jobs/queues.js';
import { NORMAL_PACE } from '../../../apps/sandbox/sandbox.options.js';
import { msOf } from './constants.js';

const found = (text: string, pattern: RegExp): number[] => {
  const values = [...text.matchAll(pattern)].map(([, value = '']) =>
    Number(value.replace(/_/g, '')),
  );
  if (values.length === 0) throw new Error(`Nothing matches ${String(pattern)}`);
  return values;
};

/** Scripts are no TypeScript, and import none: their values are read from their text. */
const inScript = (file: string, name: string): number => {
  const scripts = readdirSync('scripts', { recursive: true, encoding: 'utf8' });
  const path = scripts.find((each) => basename(each) === file) ?? file;
  const [ms = 0] = found(
    readFileSync(join('scripts', path), 'utf8'),
    new RegExp(`${name} = ([\\d_]+)`, 'g'),
  );
  return ms;
};

/** The shortest of these seconds in a file. */
const leastIn = (file: string, pattern: RegExp): number =>
  Math.min(...found(readFileSync(file, 'utf8'), pattern)) * 1_000;

/** Times that are written outside of TypeScript constants, in ms. */
const ELSEWHERE = {
  'retries of a job that the clock asked for':
    msOf('JOB_BACKOFF_MS') * (2 ** (ATTEMPTS_BY_CLOCK_MAX - 1) - 1),
  'retries of a job that nobody asks for again':
    msOf('JOB_BACKOFF_MS') * (2 ** (ATTEMPTS_MAX - 1) - 1),
  /** From a Friday's midnight in New York to the Tuesday after a holiday, 06:00, as clocks change. */
  'the longest time from an order’s end to its last look': (4 * 24 + 7) * 3_600_000,
  'heartbeat of the sandbox': NORMAL_PACE.heartbeatMs,
  '`APPS_END_MS` of the supervisor': inScript('supervisor.mjs', 'APPS_END_MS'),
  '`REDIS_END_MS` of the supervisor': inScript('supervisor.mjs', 'REDIS_END_MS'),
  '`GRACE_MS` of the parent watchdog': inScript('parent-watchdog.mjs', 'GRACE_MS'),
  '`TIMEOUT_MS` of the container’s probe': inScript('container-health.mjs', 'TIMEOUT_MS'),
  '`--timeout` of the image’s probe': leastIn('Dockerfile', /--timeout=(\d+)s/g),
  '`stop_grace_period` of the containers': leastIn(
    'docker-compose.yml',
    /stop_grace_period: (\d+)s/g,
  ),
  '`scrape_interval` of Prometheus': leastIn(
    'ops/prometheus/prometheus.yml',
    /scrape_interval: (\d+)s/g,
  ),
} as const;

/** The name of a time constant, or of a time that is written elsewhere. */
export type Term = string;

/** `less`, one after the other, take less time than `more`. */
export type Ordering = {
  readonly less: readonly Term[];
  readonly more: Term;
  readonly why: string;
};

const isElsewhere = (term: Term): term is keyof typeof ELSEWHERE => Object.hasOwn(ELSEWHERE, term);

export const sumOf = (terms: readonly Term[]): number =>
  terms.reduce((sum, term) => sum + (isElsewhere(term) ? ELSEWHERE[term] : msOf(term)), 0);

const row = (less: readonly Term[], more: Term, why: string): Ordering => ({ less, more, why });

export const ORDERINGS: readonly Ordering[] = [
  row(
    ['CONSOLE_LIST_POLL_MS'],
    'CONSOLE_PRESENCE_MS',
    'An input still counts at the next request that a page makes by itself.',
  ),
  row(
    ['POSTGRES_STATEMENT_MS'],
    'POSTGRES_ANSWER_MS',
    'A database that lives says itself that a statement took too long.',
  ),
  row(
    ['POSTGRES_LONG_LOCK_MS'],
    'POSTGRES_DEADLOCK_MS',
    'Where a switch and a reader wait for each other, the switch gives way.',
  ),
  row(['POSTGRES_LOCK_MS'], 'POSTGRES_STATEMENT_MS', 'Who waits is told that it was for a lock.'),
  row(
    ['CONSOLE_POLL_MS'],
    'CONSOLE_PRESENCE_MS',
    'An input still counts at the next request that a page makes by itself.',
  ),
  row(
    ['SEND_WITHIN_MS', 'PROVIDER_TIMEOUT_MS', 'PROVIDER_SHOWS_WITHIN_MS'],
    'RESEND_AFTER_MS',
    'Only after a late begin, a long call and a late look-up does "not found" mean "not sent".',
  ),
  row(
    ['RESEND_AFTER_MS', 'LOOK_UP_MARGIN_MS'],
    'OPEN_POLL_DOCUMENTED_MS',
    'The look-up that decides that a send never arrived comes within the promise.',
  ),
  row(
    ['PACING_WAIT_MAX_MS', 'SEND_WITHIN_MS', 'PROVIDER_TIMEOUT_MS'],
    'JOB_LOCK_MS',
    'A call that waits for its turn is over before another worker gets the job of one that stands still.',
  ),
  row(
    ['PACING_AGE_MS', 'PACING_AGE_MS'],
    'PACING_WAIT_MAX_MS',
    'Whatever waits becomes the most urgent before it gives up: nothing waits for ever.',
  ),
  row(
    ['PACING_VIEW_WAIT_MAX_MS', 'PACING_AGE_MS', 'ACCOUNT_VIEW_TIMEOUT_MS'],
    'ANSWER_BEGINS_WITHIN_MS',
    'A view falls back to the last response before its request is given up.',
  ),
  row(
    ['ACCOUNT_VIEW_REUSED_MS'],
    'ACCOUNT_VIEW_STALE_MAX_MS',
    'A response stays as the last one after it is no longer new.',
  ),
  row(
    ['PACING_WINDOW_MAX_MS'],
    'PACING_RETENTION_MS',
    'The budget of a window is not forgotten before the window ends.',
  ),
  row(
    ['PACING_WINDOW_MIN_MS', 'PACING_MARGIN_MS'],
    'PACING_WAIT_MAX_MS',
    'A call that finds a window used up waits for the next one.',
  ),
  row(
    ['RESEND_AFTER_MS'],
    'CLOSE_EFFECT_AFTER_MS',
    'The provider recognises a resend; an operator’s closing is final, so it waits for longer.',
  ),
  row(
    ['RESEND_AFTER_MS'],
    'UNSENT_EXPIRES_AFTER_MS',
    'A request does not expire while its send may be on its way.',
  ),
  row(
    ['SEND_WITHIN_MS', 'PROVIDER_TIMEOUT_MS'],
    'JOB_LOCK_MS',
    'A send is given up before another worker gets the job of one that stands still.',
  ),
  row(
    ['PROVIDER_TIMEOUT_MS'],
    'OPEN_POLL_MS',
    'A call has its end before its effect is looked up again.',
  ),
  row(
    ['OPEN_POLL_MS', 'SCHEDULE_ROUND_MS', 'SCHEDULE_TICK_MS'],
    'OPEN_POLL_DOCUMENTED_MS',
    'The timer’s own steps come on top of the interval.',
  ),
  row(
    ['retries of a job that the clock asked for'],
    'OPEN_POLL_MS',
    'The clock asks again when the job of the time before has used its attempts.',
  ),
  row(
    ['JOB_LOCK_MS', 'STALLED_CHECK_MS'],
    'OPEN_POLL_DOCUMENTED_MS',
    'The work of a dead worker is given back as soon as anything open is looked at again.',
  ),
  row(
    ['CIRCUIT_PAUSE_MAX_MS'],
    'JOB_REST_MAX_MS',
    'A job that comes back from its rest finds that a provider was probed in between.',
  ),
  row(
    ['JOB_REST_MAX_MS', 'retries of a job that nobody asks for again', 'RESEND_AFTER_MS'],
    'JOB_PAUSE_MAX_MS',
    'No job is hastened whose pause was meant.',
  ),
  row(
    ['JOB_REST_MAX_MS'],
    'ATTENTION_FAILING_AFTER_MS',
    'A job has been tried again before people are called.',
  ),
  row(
    ['RESEND_AFTER_MS', 'OPEN_POLL_MS', 'PROVIDER_TIMEOUT_MS'],
    'AUDIT_STUCK_AFTER_MS',
    'One lost answer is mended before an audit calls its effect stuck.',
  ),
  row(
    ['AUDIT_STUCK_AFTER_MS'],
    'ATTENTION_AFTER_MS',
    'People are called for what an audit would call stuck too.',
  ),
  row(
    ['ATTENTION_AFTER_MS'],
    'HELD_ATTENTION_AFTER_MS',
    'A held transfer becomes due so long before people are called, and after the opening.',
  ),
  row(
    ['OPEN_POLL_MS'],
    'DEAD_JOBS_RETRY_AFTER_MS',
    'The due list comes first; this retry is for what does not stand in it.',
  ),
  row(
    ['the longest time from an order’s end to its last look'],
    'ENDED_ORDERS_RETENTION_MS',
    'An order is looked at for the last time long before it leaves the list.',
  ),
  row(
    ['ENDED_ORDERS_POLL_MS'],
    'ENDED_ORDERS_CLOSE_AFTER_MS',
    'The orders of a day are asked for soon after the moment of their look.',
  ),
  row(
    ['FIRM_BALANCE_POLL_MS', 'PROVIDER_TIMEOUT_MS'],
    'OPEN_POLL_DOCUMENTED_MS',
    'What waits for the pre-funded account goes on within the promise.',
  ),
  row(
    ['heartbeat of the sandbox'],
    'BROKER_STREAM_SILENCE_MS',
    'A quiet stream is not taken for a dead one.',
  ),
  row(
    ['QUEUE_BLOCK_MAX_MS'],
    'WORKER_SILENCE_MS',
    'A worker without work is not taken for one whose connection is lost.',
  ),
  row(
    ['REDIS_COMMAND_TIMEOUT_MS'],
    'REDIS_SILENCE_MS',
    'A slow command fails alone; the connection falls only when nothing at all is answered.',
  ),
  row(
    ['RATE_WITHIN_MS'],
    'REDIS_COMMAND_TIMEOUT_MS',
    'A request goes on without its limit long before Redis is given up.',
  ),
  row(
    ['LEASE_HEARTBEAT_MS', 'LEASE_HEARTBEAT_MS', 'LEASE_HEARTBEAT_MS'],
    'LEASE_TIMEOUT_MS',
    'The lease stays where it is when two beats get lost.',
  ),
  row(
    ['LEASE_TIMEOUT_MS'],
    'TAKE_OVER_DOCUMENTED_MS',
    'Whoever waits takes over within the promise, at its next look.',
  ),
  row(
    ['TAKE_OVER_DOCUMENTED_MS'],
    'LEASE_LOST_MS',
    'A projector is not called lost while another one takes over.',
  ),
  row(
    ['ESDB_CALL_TIMEOUT_MS', 'ESDB_CALL_GRACE_MS'],
    'ESDB_RETRY_TIMEOUT_MS',
    'A call that got no answer is repeated at least once.',
  ),
  row(
    ['ESDB_RETRY_TIMEOUT_MS', 'ESDB_CALL_GRACE_MS'],
    'UNAVAILABLE_DOCUMENTED_MS',
    'The last repeat ends within the promise.',
  ),
  row(
    ['ESDB_CALL_TIMEOUT_MS', 'ESDB_CALL_GRACE_MS', 'ESDB_GOSSIP_TIMEOUT_MS'],
    'ESDB_RETRY_TIMEOUT_MS',
    'A call that a silent node took reaches the one that leads instead.',
  ),
  row(
    ['ESDB_RETRY_TIMEOUT_MS'],
    'HEALTH_EVENT_STORE_RETRY_TIMEOUT_MS',
    'An api whose calls an election delays is not taken from behind the balancer.',
  ),
  row(
    ['CONFLICT_RETRY_FIRST_MS'],
    'CONFLICT_RETRY_MAX_MS',
    'Pauses between decisions grow from the first to the longest.',
  ),
  row(
    ['CONFLICT_RETRY_MAX_MS', 'CONFLICT_RETRY_MAX_MS'],
    'CONFLICT_RETRY_TIMEOUT_MS',
    'A write decides anew many times before it is told that others were faster.',
  ),
  row(
    ['CONFLICT_RETRY_TIMEOUT_MS'],
    'UNAVAILABLE_DOCUMENTED_MS',
    'Whom others were faster than is told so within the promise.',
  ),
  row(
    ['SQLITE_BUSY_RETRY_TIMEOUT_MS', 'SQLITE_BUSY_RETRY_TIMEOUT_MS'],
    'UNAVAILABLE_DOCUMENTED_MS',
    'A command reads and then appends, and may wait for the lock both times.',
  ),
  row(
    ['ESDB_RETRY_TIMEOUT_MS', 'ESDB_CALL_GRACE_MS'],
    'ANSWER_BEGINS_WITHIN_MS',
    'One call that fails by itself says why before the request as a whole is given up.',
  ),
  row(
    ['ANSWER_BEGINS_WITHIN_MS'],
    'UNAVAILABLE_DOCUMENTED_MS',
    'A request that makes many calls in a row is answered within the promise, too.',
  ),
  row(
    ['UNAVAILABLE_DOCUMENTED_MS'],
    'CLIENT_TIMEOUT_MS',
    'The caller still hears the 503 and knows that nothing is confirmed.',
  ),
  row(
    ['PROVIDER_INTERACTIVE_TIMEOUT_MS'],
    'PROVIDER_TIMEOUT_MS',
    'A call that a request waits for has its end before one that nobody waits for.',
  ),
  row(
    ['SECOND_APPEND_AFTER_MS'],
    'OPEN_POLL_MS',
    'What a dead process left is made up for before its effect would be looked at.',
  ),
  row(
    ['PROJECTION_PAUSE_MS', 'SQLITE_POLL_MS', 'READ_YOUR_WRITES_POLL_MS'],
    'READ_YOUR_WRITES_MS',
    'A model that is at the end of the log takes the last write in while the reader waits for it.',
  ),
  row(
    ['CLAIM_LONG_GRACE_MS'],
    'SECOND_APPEND_AFTER_MS',
    'A request that waits for the owner of a claim is over before a job would mend it.',
  ),
  row(
    ['CONNECTIONS_CHECK_MS'],
    'HEADERS_TIMEOUT_MS',
    'A slow connection is noticed soon after its time is over.',
  ),
  row(['HEADERS_TIMEOUT_MS'], 'REQUEST_TIMEOUT_MS', 'The body has time of its own.'),
  row(
    ['UPLOAD_WAIT_MS'],
    'REQUEST_TIMEOUT_MS',
    'An upload that had to wait for its turn has time left to come in.',
  ),
  row(
    ['LOAD_BALANCER_IDLE_MS'],
    'KEEP_ALIVE_TIMEOUT_MS',
    'The balancer closes an idle connection first, and so never sends into a closed one.',
  ),
  row(
    ['RECONCILE_UNTIL_AGO_MS', 'AUDIT_SECOND_READ_AFTER_MS'],
    'RECONCILE_NEWS_WITHIN_MS',
    'What happens while a reconciliation runs is news, and no difference.',
  ),
  row(
    ['RECONCILE_NEWS_WITHIN_MS'],
    'RECONCILE_OVERLAP_MS',
    'What was news in one reconciliation is compared by the next one.',
  ),
  row(
    ['OPEN_POLL_DOCUMENTED_MS'],
    'RECONCILE_NEWS_WITHIN_MS',
    'An open journal is looked up again before it counts as not known.',
  ),
  row(
    ['RECONCILE_OVERLAP_MS'],
    'RECONCILE_EVERY_MS',
    'A reconciliation reads little again of what the one before it read.',
  ),
  row(['KEYS_FRESH_MS'], 'REVOKED_DOCUMENTED_MS', 'A revoked key is unknown within the promise.'),
  row(
    ['AUTH_TOKEN_TTL_DEFAULT_S'],
    'REFRESH_TOKEN_TTL_DEFAULT_S',
    'A token can be refreshed for longer than it is good.',
  ),
  row(['REFRESH_TOKEN_TTL_DEFAULT_S'], 'REFRESH_FAMILY_MS', 'A family outlives its first token.'),
  row(
    ['STAFF_IDLE_DEFAULT_S'],
    'STAFF_SESSION_DEFAULT_S',
    'A session ends by rest before it ends by age.',
  ),
  row(
    ['LAG_WITHIN_MS'],
    'FIGURES_WITHIN_MS',
    'A lag that cannot be told leaves time for the other figures of its reading.',
  ),
  row(
    ['FIGURES_WITHIN_MS'],
    '`scrape_interval` of Prometheus',
    'Prometheus has an answer before it asks again.',
  ),
  row(
    ['HEALTH_CHECK_WITHIN_MS'],
    '`TIMEOUT_MS` of the container’s probe',
    'A probe hears what is lacking instead of giving up.',
  ),
  row(
    ['`TIMEOUT_MS` of the container’s probe'],
    '`--timeout` of the image’s probe',
    'The probe ends by itself.',
  ),
  row(
    ['QUEUES_CLOSE_WITHIN_MS', 'ESDB_CLOSE_WITHIN_MS', 'TRACES_CLOSE_WITHIN_MS'],
    '`APPS_END_MS` of the supervisor',
    'All that closes one after the other is closed before the supervisor kills.',
  ),
  row(
    ['SHUTDOWN_WITHIN_MS'],
    '`APPS_END_MS` of the supervisor',
    'A process that was told to end ends by itself, not by being killed.',
  ),
  row(
    ['`APPS_END_MS` of the supervisor'],
    '`REDIS_END_MS` of the supervisor',
    'Redis outlives the processes that write to it.',
  ),
  row(
    ['SHUTDOWN_WITHIN_MS'],
    '`GRACE_MS` of the parent watchdog',
    'A process whose supervisor died ends by itself first.',
  ),
  row(
    ['SHUTDOWN_WITHIN_MS'],
    '`stop_grace_period` of the containers',
    'A container’s process ends by itself, not by being killed.',
  ),
];
