import { Refused, conflict, unacceptable } from '../refused.js';
import { WrongExpectedRevision } from '../event-store/event-log.js';
import type { Cause, EventStore, Loaded } from '../event-store/event-store.js';
import type { IdempotentResponse, OperationResponse } from './idempotent-response.js';
import { type IdempotencyRecord, idempotencyRecords } from './idempotency-record.state.js';
import type { IdempotencyRecordEvent } from './idempotency-record.events.js';
import type { KeyedRequest } from './keyed-request.js';

export type IdempotentOperation<Body> = {
  /** Returns the id of the object to create: a new id, or the id that the request determines. */
  readonly owner: () => string;
  /** Creates the object with the id `owner`, or continues after a crash of an earlier request. */
  readonly make: (owner: string) => Promise<OperationResponse<Body>>;
  /**
   * Returns the first response again, from the object's events up to `answered.seen`, or from its
   * first event without `answered`. Null if the object is missing or differs from the request.
   */
  readonly again: (
    kept: IdempotencyRecord,
  ) => Promise<Omit<OperationResponse<Body>, 'seen'> | null>;
};

/**
 * Processes each `Idempotency-Key` once. The log claims the key before the creation of the object,
 * with the hash of the body and the object's id. A repeat, in any process and after a crash,
 * continues with the same id or returns the first response again. A rejection frees the key.
 */
export class IdempotencyKeys {
  private readonly running = new Set<string>();

  constructor(private readonly store: EventStore) {}

  /**
   * @throws {Refused} `idempotency_key_in_use`, `idempotency_key_reused`, or a rejection by `make`.
   * @throws {EventLogUnavailable} the outcome is unknown. A repeat with the same key finds it.
   */
  async answer<Body>(
    keyed: KeyedRequest | null,
    cause: Cause,
    making: IdempotentOperation<Body>,
  ): Promise<IdempotentResponse<Body>> {
    if (keyed === null) return { ...(await making.make(making.owner())), replayed: false };
    const id = keyed.idempotencyRecordId;
    if (this.running.has(id)) throw inUse();
    this.running.add(id);
    try {
      return await this.claimAndMake(keyed, cause, making);
    } finally {
      this.running.delete(id);
    }
  }

  /** Another process may run the same request: the claim's revision and the object's id allow one. */
  private async claimAndMake<Body>(
    { idempotencyRecordId: id, bodyHash }: KeyedRequest,
    cause: Cause,
    making: IdempotentOperation<Body>,
  ): Promise<IdempotentResponse<Body>> {
    const hashed = await this.store.lookUps.ofClaim(bodyHash);
    const before = await this.store.loadWithRevision(idempotencyRecords, id);
    const isSameBody = (record: IdempotencyRecord) => record.bodyHash === hashed;
    let claim = before;
    if (before.state !== null) {
      if (!isSameBody(before.state)) throw reused();
      const first = await making.again(before.state);
      if (first !== null) return { ...first, replayed: true };
    } else {
      const data = { owner: making.owner(), bodyHash: hashed, at: new Date().toISOString() };
      claim = await this.append(id, claim, { type: 'IdempotencyKeyClaimed', data }, cause);
    }
    const owner = claim.state?.owner ?? making.owner();
    let made: OperationResponse<Body>;
    try {
      made = await making.make(owner);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const record = before.state === null ? null : await this.store.load(idempotencyRecords, id);
      const first = record !== null && isSameBody(record) ? await making.again(record) : null;
      if (first !== null) return { ...first, replayed: true };
      await this.release(id, claim, cause);
      throw error;
    }
    if (made.seen !== undefined) {
      const data = { status: made.status, seen: `${made.seen}`, at: new Date().toISOString() };
      await this.append(id, claim, { type: 'IdempotencyKeyAnswered', data }, cause);
    }
    return { ...made, replayed: false };
  }

  /** Frees the key. Ignores errors: a key that stays claimed for its body is safe. */
  private async release(
    id: string,
    claim: Loaded<IdempotencyRecord | null>,
    cause: Cause,
  ): Promise<void> {
    const data = { at: new Date().toISOString() };
    await this.append(id, claim, { type: 'IdempotencyKeyReleased', data }, cause).catch(
      () => undefined,
    );
  }

  private async append(
    id: string,
    loaded: Loaded<IdempotencyRecord | null>,
    event: IdempotencyRecordEvent,
    cause: Cause,
  ): Promise<Loaded<IdempotencyRecord | null>> {
    try {
      const { state } = await this.store.appendTo(idempotencyRecords, id, loaded, [event], cause);
      const revision = loaded.revision === 'no_stream' ? 0n : loaded.revision + 1n;
      return { state, revision };
    } catch (error) {
      if (error instanceof WrongExpectedRevision) throw inUse();
      throw error;
    }
  }
}

const inUse = () =>
  conflict('idempotency_key_in_use', 'The first request under this Idempotency-Key still runs');

const reused = () =>
  unacceptable({
    pointer: '',
    code: 'idempotency_key_reused',
    detail: 'This Idempotency-Key was used for a request with another body',
  });
