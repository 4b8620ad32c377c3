import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { readMetadata } from '#kernel/event-store/lenient-json.js';

/** Returns null for system events and for links to missing events. */
export const toRecordedEvent = ({
  event,
}: AllStreamResolvedEvent | ResolvedEvent): RecordedEvent | null => {
  if (event === undefined || event.type.startsWith('$')) return null;
  if (event.position === undefined) throw new Error('the event store left out a position');
  return {
    id: event.id,
    type: event.type,
    data: event.data,
    metadata: readMetadata(event.metadata),
    stream: event.streamId,
    revision: event.revision,
    position: event.position.commit,
  };
};
