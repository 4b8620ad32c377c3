import type { LoggedEvent } from './ledgers.js';
import type { AnswerRecord } from './record.js';
import { type Violation, doubled, lost } from './violation.js';

const FIRST: Readonly<Record<string, string>> = {
  UserRegistered: 'user',
  DepositRequested: 'deposit',
  OrderRequested: 'order',
};

/** Requires that each 2xx response has exactly one event in the log, with the returned id. */
export const checkPromises = (
  log: readonly LoggedEvent[],
  record: AnswerRecord,
): readonly Violation[] => {
  const made = new Map<string, string[]>();
  const canceled = new Set<string>();
  const verifications = new Set<string>();
  for (const { type, data, id, partnerId } of log) {
    if (type === 'OrderCancelRequested' || type === 'DepositCanceled') canceled.add(id);
    if (type === 'VerificationStarted') verifications.add(id);
    const kind = FIRST[type];
    if (kind === undefined) continue;
    const key = `${kind} ${partnerId} ${data['externalId']}`;
    made.set(key, [...(made.get(key) ?? []), id]);
  }
  const faults: Violation[] = [];
  for (const [key, ids] of made)
    if (ids.length > 1) faults.push(doubled(`${key}: made ${ids.length} times`));
  for (const [key, { kind, id }] of record.promised) {
    const there =
      kind === 'cancel'
        ? canceled.has(id)
        : kind === 'verification'
          ? verifications.has(id)
          : made.get(key)?.includes(id) === true;
    if (!there) faults.push(lost(`${key}: answered as ${id}, and not in the log`));
  }
  return faults;
};
