import type { Random } from '../random.js';
import { accountHarms } from './account.faults.js';
import type { MixedFault, FaultKind } from './mixed-fault.js';
import { ledgerHarms } from './ledger.faults.js';
import { processHarms } from './process.faults.js';
import { providerHarms } from './provider.faults.js';
import { readModelHarms } from './read-model.faults.js';
import { storeHarms } from './store.faults.js';
import { streamHarms } from './stream.faults.js';

export type Appointment = { readonly atMs: number; readonly fault: MixedFault };

const FIRST_AFTER_MS = 5_000;
const LAST_BEFORE_MS = 10_000;
const PAUSE_MS = [12_000, 28_000] as const;

const NAMED: Readonly<Record<string, FaultKind>> = {
  ...processHarms,
  ...storeHarms,
  ...readModelHarms,
  ...providerHarms,
  ...ledgerHarms,
  ...accountHarms,
  ...streamHarms,
};

/** Deaths of processes have the highest frequency. */
const { killed, ended, frozen, crashed } = processHarms;
const ALL: readonly FaultKind[] = [...Object.values(NAMED), killed, ended, frozen, crashed];

/** @throws {Error} that lists the known names */
export const faultsNamed = (names: readonly string[]): readonly FaultKind[] =>
  names.map((name) => {
    const kind = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
    if (kind === undefined) throw new Error(`kinds of faults are ${Object.keys(NAMED).join(', ')}`);
    return kind;
  });

/** Faults that do not kill processes of the service, so that memory can be measured. */
const { beside, doubled } = processHarms;
const SPARING: readonly FaultKind[] = [
  frozen,
  doubled,
  beside,
  ...Object.values(storeHarms),
  ...Object.values(readModelHarms),
  ...Object.values(providerHarms),
  ...Object.values(ledgerHarms),
  ...Object.values(accountHarms),
  ...Object.values(streamHarms),
];
const SPARED_FROM = 0.25;

/** Returns a fault about every 20 s. All kinds occur once before a kind repeats. */
export const scheduleOf = (
  random: Random,
  forMs: number,
  kinds: readonly FaultKind[] = ALL,
): readonly Appointment[] => between(random, FIRST_AFTER_MS, forMs, kinds);

/** Returns the same schedule with deaths of processes only in the first quarter of the time. */
export const soakOf = (random: Random, forMs: number): readonly Appointment[] => {
  const sparedMs = forMs * SPARED_FROM;
  const early = between(random, FIRST_AFTER_MS, sparedMs, ALL);
  return [...early, ...between(random, sparedMs, forMs, SPARING)];
};

const between = (
  random: Random,
  fromMs: number,
  untilMs: number,
  kinds: readonly FaultKind[],
): readonly Appointment[] => {
  const schedule: Appointment[] = [];
  let left: FaultKind[] = [];
  for (let atMs = fromMs; atMs < untilMs - LAST_BEFORE_MS; atMs += random.between(...PAUSE_MS)) {
    if (left.length === 0) left = [...kinds];
    const [kind] = left.splice(random.between(0, left.length - 1), 1);
    if (kind !== undefined) schedule.push({ atMs, fault: kind(random) });
  }
  return schedule;
};
