import { ownValue } from '../own-value.js';
import type { Metadata } from './event-log.js';

const UNREADABLE: Metadata = {
  ...{ partnerId: '', correlationId: '', causationId: '', actor: '', at: '' },
};
const FIELDS = Object.keys(UNREADABLE);

/**
 * Parses JSON and returns invalid JSON as text. Every event schema rejects the text, so projections
 * quarantine the event and readers of the log continue.
 */
export const parseLenientJson = (json: string): unknown => {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
};

/** Returns the metadata, or empty metadata if a field is missing. */
export const readMetadata = (metadata: unknown): Metadata =>
  isMetadata(metadata) ? metadata : UNREADABLE;

const isMetadata = (metadata: unknown): metadata is Metadata =>
  typeof metadata === 'object' &&
  metadata !== null &&
  FIELDS.every((field) => typeof ownValue(metadata as Record<string, unknown>, field) === 'string');
