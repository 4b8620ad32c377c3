import { ownValue } from '../own-value.js';
import type { Metadata } from './event-log.js';

const NOBODY: Metadata = { partnerId: '', correlationId: '', causationId: '', actor: '', at: '' };
const FIELDS = Object.keys(NOBODY);

/**
 * Text that is no JSON stays text: no event's schema takes it, so whoever parses the event parks
 * it, and the log goes on.
 */
export const parseLenientJson = (json: string): unknown => {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
};

/** Metadata that cannot be read names no partner. */
export const readMetadata = (metadata: unknown): Metadata =>
  isMetadata(metadata) ? metadata : NOBODY;

const isMetadata = (metadata: unknown): metadata is Metadata =>
  typeof metadata === 'object' &&
  metadata !== null &&
  FIELDS.every((field) => typeof ownValue(metadata as Record<string, unknown>, field) === 'string');
