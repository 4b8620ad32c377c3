import type { Schemas } from '../../api/client.js';
import { useGet } from '../../api/queries.js';
import { CONSOLE_POLL_MS } from '../../timing.js';

export const useAttention = () =>
  useGet('/staff/attention', {}, { refetchInterval: CONSOLE_POLL_MS });

/** Entries about one object. */
export const useAttentionFor = (subjectId: string): readonly Schemas['AttentionEntry'][] =>
  useGet('/staff/attention', {}).data?.entries.filter((entry) => entry.subjectId === subjectId) ??
  [];
