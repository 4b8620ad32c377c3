import type { LoggedEvent } from './books.js';
import type { AnswerRecord } from './record.js';

const FIRST = { user: 'UserRegistered', deposit: 'DepositRequested', order: 'OrderRequested' };

/** Every 2xx answer has its event in the log, once, under the id that was answered. */
export const checkPromises = (
  log: readonly LoggedEvent[],
  record: AnswerRecord,
): readonly string[] => {
  const made = new Map<string, string[]>();
  const canceled = new Set<string>();
  for (const { type, data, id, partnerId } of log) {
    if (type === 'OrderCancelRequested') canceled.add(id);
    const kind = Object.entries(FIRST).find(([, first]) => first === type)?.[0];
    if (kind === undefined) continue;
    const key = `${kind} ${partnerId} ${data['externalId']}`;
    made.set(key, [...(made.get(key) ?? []), id]);
  }
  const faults = [...record.complaints];
  for (const [key, ids] of made)
    if (ids.length > 1) faults.push(`${key}: made ${ids.length} times`);
  for (const [key, { kind, id }] of record.promised) {
    if (kind === 'cancel' ? canceled.has(id) : made.get(key)?.includes(id) === true) continue;
    faults.push(`${key}: answered as ${id}, and not in the log`);
  }
  return faults;
};
