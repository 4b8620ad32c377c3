import { Refused, conflict, unacceptable } from '../refused.js';
import { WrongExpectedRevision } from '../event-store/event-log.js';
import type { Cause, EventStore, Loaded } from '../event-store/event-store.js';
import type { IdempotentResponse, OperationResponse } from './idempotent-response.js';
import { type IdempotencyRecord, idempotencyRecords } from './idempotency-record.state.js';
import type { IdempotencyRecordEvent } from './idempotency-record.events.js';
import type { KeyedRequest } from './keyed-request.js';

export type IdempotentOperation<Body> = {
  /** Id of the object to be made: chosen now, or given by what identifies it. */
  readonly owner: () => string;
  /** Makes the object under this id, or goes on where a crash stopped an earlier request. */
  readonly make: (owner: string) => Promise<OperationResponse<Body>>;
  /**
   * The first answer once more, from the object's events up to `answered.seen`, or its first when
   * that is null. Null when the object is not there, or is not what this request asks for.
   */
  readonly again: (
    kept: IdempotencyRecord,
  ) => Promise<Omit<OperationResponse<Body>, 'seen'> | null>;
};

/**
 * Answers each `Idempotency-Key` once. A key is claimed in the log before anything is made, with the
 * hash of the body and the id of what will be made. So a repeat, in any process and at any time
 * after a crash, goes on under the same id or tells the first answer again. A refusal frees the key.
 */
export class IdempotencyKeys {
  private readonly running = new Set<string>();

  constructor(private readonly store: EventStore) {}

  /**
   * @throws {Refused} `idempotency_key_in_use`, `idempotency_key_reused`, or what `make` refuses.
   * @throws {EventLogUnavailable} outcome unknown; a repeat under the same key finds it out.
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
      return await this.answerAlone(keyed, cause, making);
    } finally {
      this.running.delete(id);
    }
  }

  /** Other processes may still be at it: the claim's revision and the object's id keep it to one. */
  private async answerAlone<Body>(
    { idempotencyRecordId: id, bodyHash }: KeyedRequest,
    cause: Cause,
    making: IdempotentOperation<Body>,
  ): Promise<IdempotentResponse<Body>> {
    const hashed = await this.store.lookUps.ofClaim(bodyHash);
    const before = await this.store.loadWithRevision(idempotencyRecords, id);
    const isOfThis = (kept: IdempotencyRecord) => kept.bodyHash === hashed;
    let claim = before;
    if (before.state !== null) {
      if (!isOfThis(before.state)) throw reused();
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
      const kept = before.state === null ? null : await this.store.load(idempotencyRecords, id);
      const first = kept !== null && isOfThis(kept) ? await making.again(kept) : null;
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

  /** A key that could not be freed stays with its body, which is safe. */
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
