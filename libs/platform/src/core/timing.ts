/**
 * Every wait, time-out, lock, lease, window and poll interval of the running code, in one table; the
 * names say the unit. `npm run docs:timing` makes docs/timing.md of it. The order that must hold
 * between the values stands in test/contract/timing/orderings.ts.
 */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

// Calls to providers

/** A call is given up after this, connecting included; a healthy provider answers far sooner. */
export const PROVIDER_TIMEOUT_MS = 10_000;
/** A call that a request waits for is given up sooner, so that its caller still gets a 503. */
export const PROVIDER_INTERACTIVE_TIMEOUT_MS = 5_000;
/** A list of all that the broker has of an account is long; audits and look-ups ask for it. */
export const PROVIDER_LIST_TIMEOUT_MS = MINUTE_MS;
/** A broker stream without a byte, heartbeats included, counts as dead after this. */
export const BROKER_STREAM_SILENCE_MS = 30_000;
/** A broker stream that was asked for what is past must have told it by then. */
export const BROKER_REPLAY_WITHIN_MS = 10 * MINUTE_MS;
/** The first pause before a broken broker stream is opened anew; it doubles. */
export const BROKER_STREAM_PAUSE_FIRST_MS = 200;
/** The longest such pause: fills and credits must not be seen much later than this. */
export const BROKER_STREAM_PAUSE_MAX_MS = 5_000;
/** An open circuit lets the first probe through after this; the pause doubles with each failure. */
export const CIRCUIT_PAUSE_FIRST_MS = 1_000;
/** The longest pause between two probes: a provider that is well again is noticed within this. */
export const CIRCUIT_PAUSE_MAX_MS = 5_000;
/** A caller that was told to probe has this long to append its fence and make the call. */
export const CIRCUIT_PROBE_RESERVED_MS = 1_000;

// Sends that happen once

/** A send that has not begun this long after its fence never begins: it may count as lost. */
export const SEND_WITHIN_MS = 2_000;
/** Only this long after the fence does "not found" mean that the send never arrived (ADR 0008). */
export const RESEND_AFTER_MS = 20_000;
/**
 * An operator's closing waits this long after the last send, for a broker that takes in slowly:
 * nothing is sent again whose key would catch a latecomer.
 */
export const CLOSE_EFFECT_AFTER_MS = MINUTE_MS;
/** A request that is good for the day and could not be sent for this long is not sent any more. */
export const UNSENT_EXPIRES_AFTER_MS = DAY_MS;
/** After this the broker's list of accounts holds every account of ours. */
export const BROKER_LISTS_WITHIN_MS = 10 * MINUTE_MS;

// Looks after a send whose outcome is unknown

/** It is looked up this long after its fence: found, it is recorded at once. */
export const LOOK_UP_AFTER_MS = [250, 1_000, 2_000, 5_000, 10_000];
/** Two of these look-ups are at least this far apart. */
export const LOOK_UP_PAUSE_MIN_MS = 250;
/** The last look comes this much after `RESEND_AFTER_MS`, so that its "not found" counts. */
export const LOOK_UP_MARGIN_MS = 100;

// Pacing of calls to the broker

/** A call waits this long for its turn; then its job rests and comes back. */
export const PACING_WAIT_MAX_MS = 5_000;
/** A call of an audit waits this long: nobody brings it back. */
export const PACING_AUDIT_WAIT_MAX_MS = MINUTE_MS;
/** A call that has waited for this long counts as one rank more urgent, and again after this. */
export const PACING_AGE_MS = 1_000;
/** While the broker is slow to answer, a call does not wait longer than this for answers to others. */
export const PACING_PROBE_MS = 500;
/** After so long without a call only a few go at once, until their answers tell how things stand. */
export const PACING_IDLE_MS = 1_000;
/** A window of the broker's limit begins this much later than its headers say, for its clock. */
export const PACING_MARGIN_MS = 20;
/** The broker's clock and ours count as the same below this, and ours is the finer one. */
export const PACING_SAME_CLOCK_MS = 2_000;
/** The shortest window: its end is told in whole seconds. */
export const PACING_WINDOW_MIN_MS = 1_000;
/** The longest window, and the longest pause, that the broker is believed. */
export const PACING_WINDOW_MAX_MS = MINUTE_MS;
/** The shared budget is forgotten after this without a call. */
export const PACING_KEPT_MS = 2 * MINUTE_MS;
/** The budget is asked of Redis for this long at most; then a process paces its calls alone. */
export const PACING_REDIS_WITHIN_MS = 250;
/** After a late answer it leaves Redis alone for this long. */
export const PACING_REDIS_REST_MS = 1_000;
/** The broker is left alone for this long after a 429 that names no pause. */
export const THROTTLED_PAUSE_MS = 1_000;
/** The shortest pause after a 429, whatever it names. */
export const THROTTLED_PAUSE_MIN_MS = 50;

// Polls of what is open

/** An open effect is looked up this long after its event, and this often from then on. */
export const OPEN_POLL_MS = 15_000;
/** A decision that others take in minutes or days is asked for after this; the pause doubles. */
export const DECISION_POLL_FIRST_MS = 30_000;
/** The longest pause between two such questions, beside a notification that may get lost. */
export const DECISION_POLL_MAX_MS = HOUR_MS;
/** The second append of a command is made by a job after this, should its process have died. */
export const SECOND_APPEND_AFTER_MS = 5_000;
/** A journal that the broker accepted is usually executed by then; the pause doubles. */
export const JOURNAL_POLL_FIRST_MS = 500;
/** An order that the broker accepted is usually filled by then; the pause doubles. */
export const ORDER_POLL_FIRST_MS = 1_000;
/** The longest pause between two looks at an order that rests at the broker. */
export const ORDER_POLL_MAX_MS = 10 * MINUTE_MS;
/** The identity provider's clock may be behind ours by this, when it says when something happened. */
export const IDENTITY_CLOCK_BEHIND_MAX_MS = MINUTE_MS;
/** An order for the day has an end by then, over every weekend with a holiday beside it. */
export const ORDER_OPEN_MAX_MS = 7 * DAY_MS;
/** No replica of the broker lags for longer: what it dates earlier is believed then. */
export const BROKER_REPLICA_LAG_MAX_MS = 5 * MINUTE_MS;
/** An order is looked at again this long after its end: a trade may have been broken without a word. */
export const ENDED_ORDER_LOOK_AFTER_MS = HOUR_MS;
/** The orders of a day are looked at this long after the close, when what ends with it has ended. */
export const ENDED_ORDERS_CLOSE_AFTER_MS = 15 * MINUTE_MS;
/** The worker's leader asks this often which orders that ended are to be looked at. */
export const ENDED_ORDERS_POLL_MS = 5_000;
/** An order that ended is on that list for this long, also while no worker runs. */
export const ENDED_ORDERS_KEPT_MS = 14 * DAY_MS;
/** An account's status is read for the first time after this. */
export const ACCOUNT_POLL_AFTER_MS = 1_000;
/** The pause after that first read; it doubles up to that of a decision. */
export const ACCOUNT_POLL_FIRST_MS = 2_000;
/** Work that waits for a read model is tried again after this; the pause doubles. */
export const MODEL_POLL_FIRST_MS = 2_000;
/** Work of a calendar moment is tried again after this, should the worker's clock be behind. */
export const CALENDAR_POLL_FIRST_MS = 1_000;
/** The due timer looks this often for what has just become due. */
export const DUE_TICK_MS = 250;
/** The due timer begins a round over everything due at most this often. */
export const DUE_ROUND_MS = 1_000;
/** The firm account's balance is asked for this often while something waits for it. */
export const FIRM_BALANCE_POLL_MS = 5_000;
/** The firm account's balance is asked for this often while nothing waits. */
export const FIRM_BALANCE_IDLE_POLL_MS = 30_000;
/** A firm account that stays low or short is logged again after this. */
export const FIRM_BALANCE_REMIND_MS = 10 * MINUTE_MS;
/** Journals that the broker took back are looked for this often, should its event be lost. */
export const UNDONE_JOURNALS_POLL_MS = 30_000;
/** Journals that are older than this are not taken back any more. */
export const UNDONE_JOURNALS_BACK_MS = 30 * DAY_MS;

// Reconciliation by itself

/** What changed is compared this often. */
export const RECONCILE_EVERY_MS = HOUR_MS;
/** The leader looks this often whether a reconciliation is due or asked for. */
export const RECONCILE_POLL_MS = 5_000;
/** A reconciliation that failed is tried again after this. */
export const RECONCILE_RETRY_AFTER_MS = MINUTE_MS;
/** One that is due or asked for, and has not ended after this, is for operators to see. */
export const RECONCILE_LATE_AFTER_MS = 15 * MINUTE_MS;
/** It ends this long ago: a span that ends in the broker's future would keep its stream open. */
export const RECONCILE_UNTIL_AGO_MS = 5_000;
/** It begins this much before the last one ended: events may be told late and out of order. */
export const RECONCILE_OVERLAP_MS = 5 * MINUTE_MS;
/** What the broker did and the log does not know is a difference after this; until then news. */
export const RECONCILE_NEWS_WITHIN_MS = MINUTE_MS;
/** The whole of yesterday (UTC) is compared this long after midnight: the broker's day has begun. */
export const RECONCILE_NIGHTLY_AFTER_MS = 8 * HOUR_MS;
/** Nightly runs look that long again at what a difference was about that has closed. */
export const RECONCILE_CLOSED_KEPT_MS = 7 * DAY_MS;

// Jobs

/** A worker that stands still for this long loses its jobs to others. */
export const JOB_LOCK_MS = 20_000;
/** Expired locks are looked for this often; lock and check together stay within the promise. */
export const STALLED_CHECK_MS = 5_000;
/** The pause before the second attempt of a failed job; it doubles, half of it at random. */
export const JOB_BACKOFF_MS = 500;
/** A job that waits for a sick provider comes back after this; the pause doubles. */
export const JOB_REST_FIRST_MS = 1_000;
/** The longest such pause. */
export const JOB_REST_MAX_MS = 15_000;
/** A finished job is kept this long, so that its id keeps repeats out. */
export const JOBS_COMPLETED_KEPT_S = HOUR_S;
/** A failed job is kept this long for people to look at. */
export const JOBS_FAILED_KEPT_S = 7 * DAY_S;
/** Jobs that used their last attempt are looked for this often. */
export const DEAD_JOBS_POLL_MS = 15_000;
/** Such a job is queued again this long after its last failure. */
export const DEAD_JOBS_RETRY_AFTER_MS = MINUTE_MS;
/** No pause of a job is this long: one that waits for longer was put off by a clock that was ahead. */
export const JOB_PAUSE_MAX_MS = 5 * MINUTE_MS;
/** Jobs that an earlier version queued under another prefix are looked for this often. */
export const UNBRACED_QUEUES_POLL_MS = MINUTE_MS;
/** The dispatcher tries again after this when Redis takes no jobs. */
export const DISPATCHER_RETRY_MS = 500;
/** A partner's next job in a queue comes after this; who asks for more comes behind who asks for less. */
export const TURN_EACH_MS = 20;
/** However much a partner asks for, its next job is not put off by more. */
export const TURN_AHEAD_MAX_MS = 60_000;
/** Jobs whose turns are within this are taken in the order in which they came. */
export const TURN_STEP_MS = 250;
/** The follower of a broker stream begins again after this when it failed. */
export const HINTS_RETRY_MS = 1_000;
/** A hint that our own call's answer makes superfluous is followed only after this. */
export const HINTS_OWN_ANSWER_MS = 1_000;
/** After a few hints the follower rests this long, so that the next ones come together. */
export const HINTS_REST_MS = 50;
/** An effect that is open for longer is shown to people even if nothing failed. */
export const ATTENTION_AFTER_MS = 5 * MINUTE_MS;
/**
 * A transfer that the broker holds is shown to people this long after the opening of the broker's
 * next business day, by which it should have been decided.
 */
export const HELD_ATTENTION_AFTER_MS = HOUR_MS;
/** An effect that fails for longer than this is shown to people, also while its job still tries. */
export const ATTENTION_FAILING_AFTER_MS = 30_000;

// Event store

/** One call to EventStoreDB is given up after this and repeated. */
export const ESDB_CALL_TIMEOUT_MS = 3_000;
/** Our own timer gives the server this much more, for the case that nothing obeys the deadline. */
export const ESDB_CALL_GRACE_MS = 500;
/** Calls to EventStoreDB are repeated for this long before the caller gets a 503. */
export const ESDB_PATIENCE_MS = 10_000;
/** Calls that are repeated are told of in the log this often at most; a figure counts them all. */
export const ESDB_TROUBLE_QUIET_MS = 1_000;
/** The first pause before such a repeat; it doubles. */
export const ESDB_RETRY_FIRST_MS = 100;
/** The longest such pause. */
export const ESDB_RETRY_MAX_MS = 1_000;
/** A write that others were faster than decides anew for this long before its caller gets a 503. */
export const CONFLICT_PATIENCE_MS = 2_000;
/** Before every other such decision is a random pause: up to this first, then up to twice as long. */
export const CONFLICT_RETRY_FIRST_MS = 4;
/** The longest such pause. */
export const CONFLICT_RETRY_MAX_MS = 64;
/** A connection that answers no keep-alive for this long is dead: half of the client's own. */
export const ESDB_KEEP_ALIVE_TIMEOUT_MS = 5_000;
/** A node that is asked which one leads, and says nothing for this long, is left for the next; whole seconds. */
export const ESDB_GOSSIP_TIMEOUT_MS = 2_000;
/** After a call without an answer the leader is looked for anew, and not again within this. */
export const ESDB_RENEW_EVERY_MS = 5_000;
/** The head is asked for this often while a subscriber wants to know if it is caught up. */
export const HEAD_PROBE_OWED_MS = 50;
/** The head is asked for this often otherwise, to notice a subscription that died in silence. */
export const HEAD_PROBE_IDLE_MS = 2_000;
/** A subscription that delivers nothing for this long although the head is ahead has died. */
export const SUBSCRIPTION_STALLED_MS = 2_000;
/** An older answer about the head says nothing about now. */
export const HEAD_FRESH_MS = 1_000;
/** The first pause before a broken subscription goes on; it doubles. */
export const RESUME_PAUSE_FIRST_MS = 100;
/** The longest such pause. */
export const RESUME_PAUSE_MAX_MS = 2_000;
/** Processes that open the embedded log at the same time wait this long for each other. */
export const SQLITE_OPEN_TIMEOUT_MS = 5_000;
/** The pause between two attempts to switch the file to its write-ahead log. */
export const SQLITE_OPEN_PAUSE_MS = 20;
/** SQLite itself never waits for a lock: that would block the whole process. */
export const SQLITE_BUSY_TIMEOUT_MS = 0;
/** A read or append waits this long for a locked file before the caller gets a 503. */
export const SQLITE_BUSY_PATIENCE_MS = 5_000;
/** A read tries a locked file again after about this. */
export const SQLITE_READ_PAUSE_MS = 10;
/** An append tries a locked file again after this: about the time of another process's commit. */
export const SQLITE_APPEND_PAUSE_MS = 1;
/** Subscribers of the embedded log look by themselves this often while wake-ups fail. */
export const SQLITE_POLL_MS = 50;
/** And this often otherwise, to notice that one failed. */
export const SQLITE_RESTING_POLL_MS = 500;
/** After a wake-up that failed, they look often for so long. */
export const SQLITE_POLL_OFTEN_FOR_MS = MINUTE_MS;
/** A full page of the log is kept this long for other readers that come by. */
export const LOG_PAGES_KEPT_MS = 2_000;
/** A creator usually follows its claim within these pauses; only after them is it called dead. */
export const CLAIM_GRACE_MS = [5, 20, 80];
/** The same for a claim that is taken over less often, so that patience costs less. */
export const CLAIM_LONG_GRACE_MS = [5, 20, 80, 300, 1_000];

// Read models

/** The projector looks this often for read models that are to be filled. */
export const READ_STORE_LOOK_MS = 500;
/** An embedded read store sees within this that another file took its name. */
export const READ_FILE_LOOK_MS = 500;
/** How much of what began and ended is kept: the overview shows an hour of it. */
export const ACTIVITY_KEPT_MS = 2 * HOUR_MS;
/** The projector drops rows this often that are kept for a time only. */
export const READ_STORE_PRUNE_MS = 60_000;
/** The same trouble with the read models is told again after this. */
export const READ_STORE_WARN_AGAIN_MS = MINUTE_MS;
/** A projector that stood by for one of another version takes over when that one does nothing. */
export const READ_STORE_TAKE_OVER_MS = 30_000;
/** A connection to PostgreSQL is made by then. */
export const POSTGRES_CONNECT_MS = 3_000;
/** No statement takes longer: a page of a list is a matter of milliseconds. */
export const POSTGRES_STATEMENT_MS = 10_000;
/** A machine that vanished answers no statement: after this its connection counts as lost. */
export const POSTGRES_ANSWER_MS = 12_000;
/** A connection without traffic is tried by the system after this, and ten times a second apart then. */
export const POSTGRES_KEEP_ALIVE_MS = 10_000;
/** The database ends a transaction whose process says nothing for this long, and frees its locks. */
export const POSTGRES_IDLE_IN_TRANSACTION_MS = 30_000;
/** A projector that takes a shard over ends a transaction there that said nothing for this long. */
export const POSTGRES_SILENT_MS = 1_500;
/** Who waits for a lock for longer is to come again: a filled copy is waiting to be served. */
export const POSTGRES_LOCK_MS = 5_000;
/** A switch gives way to readers after this: before PostgreSQL looks for who waits for whom. */
export const POSTGRES_SWITCH_LOCK_MS = 500;
/** PostgreSQL's own `deadlock_timeout`: later than this it ends one of those that wait. */
export const POSTGRES_DEADLOCK_MS = 1_000;
/** A connection is replaced after this, so that a hung one does not stay. */
export const POSTGRES_CONNECTION_LIFE_S = 600;

// Operators

/** A query of `ops sql` is ended after this, unless it was given another time. */
export const SQL_QUERY_MS = 60_000;
/** A server that says nothing for this long after that is not waited for. */
export const SQL_SILENCE_MS = 5_000;

// Redis

/** A command fails after this; enough for the slowest script. */
export const REDIS_COMMAND_TIMEOUT_MS = 2_000;
/** A connection without an answer for this long counts as lost, though no error said so. */
export const REDIS_SILENCE_MS = 3_000;
/** Each reconnection waits this much longer than the one before. */
export const REDIS_RECONNECT_STEP_MS = 50;
/** The longest such wait; while Redis is away a command waits for two of these and then fails. */
export const REDIS_RECONNECT_MAX_MS = 200;
/** A command about queues may touch hundreds of jobs; without a limit it would wait for ever. */
export const QUEUE_COMMAND_TIMEOUT_MS = 5_000;
/** A worker's connection is silent while it waits for jobs, so it gets longer. */
export const WORKER_SILENCE_MS = 13_000;
/** A rate limit asks Redis for this long at most, and counts by itself after that. */
export const RATE_WITHIN_MS = 100;
/** Requests are counted in windows of this length. */
export const RATE_WINDOW_S = 1;
/** Bad credentials are counted in windows of this length. */
export const FAILED_CALLERS_WINDOW_S = 10;
/** Small chunks of bodies are counted in windows of this length. */
export const CRUMBS_WINDOW_MS = 10_000;
/** After a late answer a rate limit leaves Redis alone for this long. */
export const RATE_REST_MS = 1_000;

// Read models

/** An erasure waits this long for the read models to have taken it in. */
export const ERASURE_SHOWN_WITHIN_MS = 30_000;
/** A read of many streams waits this long for the model to reach the partner's last write. */
export const READ_YOUR_WRITES_MS = 1_000;
/** That read looks again this often. */
export const READ_YOUR_WRITES_POLL_MS = 20;
/** An audit waits this long for a model to be up to date. */
export const AUDIT_MODEL_WAIT_MS = 1_000;
/** An audit that finds differences looks a second time after this: most were under way. */
export const AUDIT_SECOND_LOOK_AFTER_MS = 2_000;
/** An effect that is open for longer than this makes an audit fail. */
export const AUDIT_STUCK_AFTER_MS = MINUTE_MS;
/** The overview is computed at most this often, however many people look. */
export const OVERVIEW_FRESH_MS = 1_000;
/** At the end of the log a projection rests this long: a batch costs little more than one event. */
export const PROJECTION_REST_MS = 50;

// The projector's lease

/** The holder beats this often. */
export const LEASE_BEAT_MS = 500;
/** A projector that waits takes over when it saw no new beat for this long. */
export const LEASE_SILENCE_MS = 2_500;
/** A projector that could not look at the lease for this long is not ready. */
export const LEASE_LOST_MS = 5_000;

// HTTP server

/** A request, its body included, must be here by then: 42 MiB at 6 Mbit/s. */
export const REQUEST_TIMEOUT_MS = MINUTE_MS;
/** The headers must be here by then, and before them the handshake of TLS. */
export const HEADERS_TIMEOUT_MS = 10_000;
/** However many calls a request waits for, it is told to come again after this; the time of its body apart. */
export const ANSWER_BEGINS_WITHIN_MS = 11_000;
/** An answer that nobody takes any more of for so long is given up, with its connection. */
export const WRITE_TIMEOUT_MS = 30_000;
/** Whoever still sends the body of a request that was answered has so long to read the answer. */
export const LINGER_MS = 5_000;
/** The rate of a body is looked at this often. */
export const SLOW_BODY_LOOK_MS = 5_000;
/** That connections are refused is logged once in this time. */
export const CONNECTIONS_TOLD_MS = 10_000;
/** Slow connections are looked for this often. */
export const CONNECTIONS_CHECK_MS = 2_000;
/** An idle connection is kept for longer than common load balancers keep theirs. */
export const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** A changed certificate is looked for this often. */
export const CERTIFICATE_POLL_MS = 2_000;
/** An upload waits this long for memory before it is refused. */
export const UPLOAD_WAIT_MS = 25_000;
/** A 503 tells the caller to come back after this. */
export const RETRY_AFTER_S = 1;
/** A caller whose answer depends on a provider that is away is told to come back after this. */
export const RETRY_AFTER_PROVIDER_S = 5;
/** A reader of a read model that is being filled is told to come back after this. */
export const RETRY_AFTER_REBUILDING_S = 2;
/** A process that ends tells it to come back after this, to find another one. */
export const RETRY_AFTER_CLOSING_S = 2;
/** An upload that found no memory is told to come back after this. */
export const RETRY_AFTER_UPLOAD_S = 2;
/** The queue dashboard asks for news this often. */
export const QUEUE_BOARD_POLL_S = 5;

// Signing in

/** Wrong passwords count for this long. */
export const PASSWORD_GUESS_WINDOW_S = 15 * MINUTE_S;
/** Wrong one-time codes count for this long. */
export const CODE_GUESS_WINDOW_S = 5 * MINUTE_S;
/** The details of a user can be changed so many times a day, from midnight to midnight in UTC. */
export const DETAILS_CHANGE_WINDOW_S = DAY_S;
/** A one-time code is good for this step and its two neighbours (RFC 6238). */
export const TOTP_STEP_S = 30;
/** A thread for hashes or for the estimate of a new password is kept this long after its last answer. */
export const THREAD_KEPT_MS = MINUTE_MS;
/** A partner's keys are read anew this often: half of the second that a revocation may take. */
export const KEYS_FRESH_MS = 500;
/** A verified signature is not verified again for this long. */
export const SIGNATURE_FRESH_MS = 5_000;
/** Clients may keep the public keys of the tokens for this long. */
export const KEY_SET_CACHED_S = 5 * MINUTE_S;
/** A family of refresh tokens ends after this, however often it was refreshed. */
export const REFRESH_FAMILY_MS = 30 * DAY_MS;
/** A token that ends later is none of ours, unless `AUTH_TOKEN_TTL_S` is longer than this. */
export const AUTH_TOKEN_LONGEST_S = DAY_S;

/** `AUTH_TOKEN_TTL_S` when it is not set. */
export const AUTH_TOKEN_TTL_DEFAULT_S = 30 * MINUTE_S;
/** `REFRESH_TOKEN_TTL_S` when it is not set. */
export const REFRESH_TOKEN_TTL_DEFAULT_S = DAY_S;
/** `STAFF_IDLE_S` when it is not set. */
export const STAFF_IDLE_DEFAULT_S = 30 * MINUTE_S;
/** `STAFF_SESSION_S` when it is not set. */
export const STAFF_SESSION_DEFAULT_S = 12 * HOUR_S;
/** A browser in which staff signed in is known for this long: guesses elsewhere do not lock it out. */
export const STAFF_DEVICE_KNOWN_S = 90 * DAY_S;
/** `KYC_TTL_S` when it is not set. */
export const KYC_TTL_DEFAULT_S = 7 * DAY_S;

// Figures, health and logs

/** A thing that a process needs must answer within this, or the process is not ready. */
export const HEALTH_CHECK_WITHIN_MS = 2_000;
/** An api asks each store for no longer than this when it is asked whether it is ready, since balancers wait for it. */
export const HEALTH_STORE_WITHIN_MS = 500;
/** An api stays ready for so long after the event store has fallen silent: an election silences it for all. */
export const HEALTH_EVENT_STORE_PATIENCE_MS = 20_000;
/** A figure that is not read by then is left out. */
export const FIGURES_WITHIN_MS = 3_000;
/** Whoever asks for figures more often gets the same again. */
export const FIGURES_FRESH_MS = 2_000;
/** The first event behind a position must be found by then, or the lag is unknown. */
export const LAG_WITHIN_MS = 2_000;
/** Long work lets others go on after this. */
export const SLICE_MS = 10;
/** Between two large pages of lists, parts of a file or QR codes, others have the process to themselves for this long. */
export const HEAVY_WORK_REST_MS = 20;
/** The event loop is sampled this often. */
export const EVENT_LOOP_SAMPLE_MS = 100;
/** Log lines are written together, at most this late. */
export const LOG_FLUSH_MS = 50;

// Shutdown

/** `DRAIN_S` when it is not set: nothing balances `npm start`. */
export const DRAIN_DEFAULT_S = 0;
/** A process that was told to end ends by then, finished or not. */
export const SHUTDOWN_WITHIN_MS = 7_000;
/** When all else is closed, the last log lines wait so long for who reads them. */
export const LOG_END_WITHIN_MS = 500;
/** Of this, the queues' connections get so much to close. */
export const QUEUES_CLOSE_WITHIN_MS = 2_000;
/** The client of EventStoreDB gets so much of it, for streams that it cancelled and never end. */
export const ESDB_CLOSE_WITHIN_MS = 1_000;
/** The last spans get so much of it. */
export const TRACES_CLOSE_WITHIN_MS = 2_000;

// Command lines

/** No request takes longer than this: the tour, like a partner's client, gives up then. */
export const CLIENT_TIMEOUT_MS = 15_000;
/** The tour sends what got no answer again after this. */
export const CLIENT_RETRY_MS = 500;
/** The tour asks this often how something stands. */
export const CLIENT_POLL_MS = 60;
/** The tour gives up when something has not come to its end by then. */
export const CLIENT_POLL_WITHIN_MS = 2 * MINUTE_MS;
/** `ops -- rebuild` looks at the progress this often. */
export const REBUILD_POLL_MS = 250;
/** A projector that runs begins a rebuild within a second or two; after this none runs. */
export const REBUILD_BEGINS_WITHIN_MS = 30_000;

// Taken for granted of others

/** A provider shows to look-ups what it was sent within this. */
export const PROVIDER_SHOWS_WITHIN_MS = 5_000;
/** BullMQ asks Redis for jobs at least this often. */
export const QUEUE_BLOCK_MAX_MS = 10_000;
/** Common load balancers drop a connection that is idle for this long. */
export const LOAD_BALANCER_IDLE_MS = MINUTE_MS;

// Promised to others

/**
 * A send without an outcome, and an open journal that the broker does not hold, are looked up again
 * within this.
 */
export const OPEN_POLL_PROMISED_MS = 30_000;
/** A revoked key stops working within this, in every process. */
export const REVOKED_PROMISED_MS = 1_000;
/** A projector that was killed is replaced within this. */
export const TAKE_OVER_PROMISED_MS = 3_000;
/** A command that cannot reach the event store is answered with 503 within this. */
export const UNAVAILABLE_PROMISED_MS = 12_000;
