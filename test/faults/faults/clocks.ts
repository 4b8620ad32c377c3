import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggedEvent } from '../ledgers.js';
import type { Fault } from '../fault.js';
import type { FaultHarness } from '../fault-harness.js';

const HOUR_MS = 3_600_000;
const SHIFTS_MS = [2 * HOUR_MS, -2 * HOUR_MS, 24 * HOUR_MS];
const APPS = ['api', 'worker', 'projector'] as const;

/** A cut-off of one of two partners. All clocks are set to a time shortly before it. */
const MOMENTS: readonly { readonly at: string; readonly partner: 0 | 1 }[] = [
  { at: '2026-12-31T00:00:00.000Z', partner: 0 },
  // Clocks in Cairo go from 00:00 to 01:00; the cut-off at 00:30 does not exist that day.
  { at: '2027-04-29T22:00:00.000Z', partner: 1 },
  // The leap day.
  { at: '2028-02-29T00:00:00.000Z', partner: 0 },
];
const BEFORE_MS = 3_000;
/** Every process reads its shifted clock ten times a second. */
const SEEN_AFTER_MS = 1_000;
const CUT_WITHIN_MS = 90_000;
/** The worker repeats a send of unknown outcome after at least 20 s, plus a pause of up to 15 s. */
const LATER_MS = 45_000;

/** F18: one process has another time, then all processes pass the ends of periods. */
export const wrongClocks: Fault = {
  id: 'F18',
  title: 'clocks set forward and back, one by one; all of them at the ends of periods',
  run: async (harness, size) => {
    await setSchedules(harness);
    const forMs = size === 'full' ? 20_000 : 4_000;
    for (const app of APPS)
      for (const shiftMs of SHIFTS_MS) {
        harness.clock.set({ [app]: shiftMs });
        await sleep(forMs);
        harness.clock.set({});
        await sleep(SEEN_AFTER_MS);
      }
    for (const moment of MOMENTS) await passMoment(harness, moment, forMs);
    // The broker's clock goes back, too. Its scheduled steps must be done before.
    await harness.load.stop();
    await sleep(LATER_MS);
    harness.clock.set({});
    // The processes notice it later, and steps that the broker schedules by the old time are lost.
    await sleep(SEEN_AFTER_MS);
    harness.load.start();
    await sleep(forMs);
    return `${SHIFTS_MS.length} times ${APPS.length} clocks; ${judgeCutOffs(harness)} cut-offs`;
  },
};

const setSchedules = async (harness: FaultHarness): Promise<void> => {
  const [first, second] = harness.load.servers.map(({ partnerId }) => partnerId);
  const month = ['--every', 'month', '--on', 'last', '--due-days', '2'];
  for (const args of [
    ['schedule', '--partner', `${first}`, '--zone', 'UTC', '--cut-off', '00:00', ...month],
    [
      'schedule',
      '--partner',
      `${second}`,
      '--zone',
      'Africa/Cairo',
      '--cut-off',
      '00:30',
      ...month,
    ],
    ['cut-off', '--partner', `${first}`],
    ['cut-off', '--partner', `${second}`],
  ]) {
    const { code, stderr } = await harness.service.ops('settlement', ...args);
    if (code !== 0) throw new Error(`settlement ${args.join(' ')}: ${stderr}`);
  }
};

/** Runs the load from shortly before the cut-off to some time after it. */
const passMoment = async (
  harness: FaultHarness,
  { at, partner }: (typeof MOMENTS)[number],
  forMs: number,
): Promise<void> => {
  harness.clock.set({ '*': Date.parse(at) - BEFORE_MS - Date.now() });
  const partnerId = harness.load.servers[partner]?.partnerId;
  const endMs = Date.now() + CUT_WITHIN_MS;
  const isCut = ({ data }: LoggedEvent) => data['standsFor'] === at;
  while (!cutOffs(harness, partnerId).some(isCut)) {
    if (Date.now() > endMs) {
      harness.record.complain(`not cut off within ${CUT_WITHIN_MS / 1_000} s: ${at}`);
      break;
    }
    await sleep(500);
  }
  await sleep(forMs);
};

const cutOffs = (harness: FaultHarness, partnerId: string | undefined): readonly LoggedEvent[] =>
  harness
    .readLog()
    .filter((event) => event.type === 'SettlementCutOffReached' && event.partnerId === partnerId);

type Next = { readonly periodId: string; readonly cutOffAt: string };

/** Requires that each planned period ended once at its time, without further periods. Returns their number. */
const judgeCutOffs = (harness: FaultHarness): number => {
  let count = 0;
  for (const { partnerId } of harness.load.servers) {
    let planned: Next | null = null;
    for (const { data } of cutOffs(harness, partnerId)) {
      const { periodId, standsFor, by } = data;
      const asPlanned =
        planned === null || (planned.periodId === periodId && planned.cutOffAt === standsFor);
      if (by === 'schedule' && !asPlanned)
        harness.record.complain(`${partnerId}: cut off ${standsFor}, planned ${planned?.cutOffAt}`);
      planned = data['next'] as unknown as Next;
      count += 1;
    }
  }
  return count;
};
