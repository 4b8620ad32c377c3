import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Answer, Proposed, Stored } from './stored-events.js';

const TICKS_PER_MS = 10_000n;

export const nameOf = (identifier: shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

export const proposedFrom = (message: streams.AppendReq.ProposedMessage): Proposed => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

/** Supports the expectations of this project: an exact revision, or no stream. */
export const expectedFrom = (options: streams.AppendReq.Options): bigint | null => {
  if (options.hasNoStream()) return null;
  if (options.hasRevision()) return BigInt(options.getRevision());
  throw new Error('neither a revision nor "no stream" is expected');
};

export const eventMessage = (event: Stored): streams.ReadResp => {
  const record = new streams.ReadResp.ReadEvent.RecordedEvent();
  record.setId(new shared.UUID().setString(event.id));
  record.setStreamIdentifier(identifier(event.stream));
  record.setStreamRevision(String(event.revision));
  record.setPreparePosition(String(event.position));
  record.setCommitPosition(String(event.position));
  record.getMetadataMap().set('type', event.type);
  record.getMetadataMap().set('content-type', 'application/json');
  record.getMetadataMap().set('created', String(BigInt(Date.now()) * TICKS_PER_MS));
  record.setData(event.data);
  record.setCustomMetadata(event.metadata);
  const read = new streams.ReadResp.ReadEvent().setEvent(record);
  read.setCommitPosition(String(event.position));
  return new streams.ReadResp().setEvent(read);
};

export const confirmation = (): streams.ReadResp => {
  const confirmed = new streams.ReadResp.SubscriptionConfirmation();
  return new streams.ReadResp().setConfirmation(confirmed.setSubscriptionId(crypto.randomUUID()));
};

export const notFound = (stream: string): streams.ReadResp =>
  new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier(stream)),
  );

export const caughtUp = (): streams.ReadResp =>
  new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());

export const answerMessage = (answer: Answer, expected: bigint | null): streams.AppendResp => {
  if (answer.kind === 'conflict') return conflictMessage(answer.current, expected);
  const position = new streams.AppendResp.Position();
  position.setCommitPosition(String(answer.position));
  position.setPreparePosition(String(answer.position));
  const success = new streams.AppendResp.Success();
  success.setCurrentRevision(String(answer.revision)).setPosition(position);
  return new streams.AppendResp().setSuccess(success);
};

const conflictMessage = (current: bigint | null, expected: bigint | null) => {
  const conflict = new streams.AppendResp.WrongExpectedVersion();
  if (current === null) conflict.setCurrentNoStream(new shared.Empty());
  else conflict.setCurrentRevision(String(current));
  if (expected === null) conflict.setExpectedNoStream(new shared.Empty());
  else conflict.setExpectedRevision(String(expected));
  return new streams.AppendResp().setWrongExpectedVersion(conflict);
};

const identifier = (stream: string) =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8'));
