import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggedEvent } from '../ledgers.js';
import type { Fault } from '../fault.js';
import type { FaultHarness } from '../fault-harness.js';

const HOUR_MS = 3_600_000;
const SHIFTS_MS = [2 * HOUR_MS, -2 * HOUR_MS, 24 * HOUR_MS];
const APPS = ['api', 'worker', 'projector'] as const;

/** A cut-off of one of two partners; all clocks are set to a moment shortly before it. */
const MOMENTS: readonly { readonly at: string; readonly partner: 0 | 1 }[] = [
  { at: '2026-12-31T00:00:00.000Z', partner: 0 },
  // Clocks in Cairo go from 00:00 to 01:00; the cut-off at 00:30 does not exist that day.
  { at: '2027-04-29T22:00:00.000Z', partner: 1 },
  // The leap day.
  { at: '2028-02-29T00:00:00.000Z', partner: 0 },
];
const BEFORE_MS = 3_000;
/** Every process reads its clock again ten times a second. */
const SEEN_AFTER_MS = 1_000;
const CUT_WITHIN_MS = 90_000;
/** A send of unknown outcome is repeated after 20 s at the earliest, by a job that rests up to 15 s. */
const LATER_MS = 45_000;

/** F18: one process lives at another time, then all of them pass the ends of periods. */
export const wrongClocks: Fault = {
  id: 'F18',
  title: 'clocks set forward and back, one by one; all of them at the ends of periods',
  run: async (rig, size) => {
    await setSchedules(rig);
    const forMs = size === 'full' ? 20_000 : 4_000;
    for (const app of APPS)
      for (const shiftMs of SHIFTS_MS) {
        rig.clock.set({ [app]: shiftMs });
        await sleep(forMs);
        rig.clock.set({});
        await sleep(SEEN_AFTER_MS);
      }
    for (const moment of MOMENTS) await passMoment(rig, moment, forMs);
    // The broker's clock goes back as well: what it does by itself a little later must be done.
    await rig.load.stop();
    await sleep(LATER_MS);
    rig.clock.set({});
    // The processes do not see it at once, and what the broker plans by the old time is never done.
    await sleep(SEEN_AFTER_MS);
    rig.load.start();
    await sleep(forMs);
    return `${SHIFTS_MS.length} times ${APPS.length} clocks; ${judgeCutOffs(rig)} cut-offs`;
  },
};

const setSchedules = async (rig: FaultHarness): Promise<void> => {
  const [first, second] = rig.load.servers.map(({ partnerId }) => partnerId);
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
    const { code, stderr } = await rig.service.ops('settlement', ...args);
    if (code !== 0) throw new Error(`settlement ${args.join(' ')}: ${stderr}`);
  }
};

/** From shortly before it to some time after it, under load. */
const passMoment = async (
  rig: FaultHarness,
  { at, partner }: (typeof MOMENTS)[number],
  forMs: number,
): Promise<void> => {
  rig.clock.set({ '*': Date.parse(at) - BEFORE_MS - Date.now() });
  const partnerId = rig.load.servers[partner]?.partnerId;
  const endMs = Date.now() + CUT_WITHIN_MS;
  const isCut = ({ data }: LoggedEvent) => data['standsFor'] === at;
  while (!cutOffs(rig, partnerId).some(isCut)) {
    if (Date.now() > endMs) {
      rig.record.complain(`not cut off within ${CUT_WITHIN_MS / 1_000} s: ${at}`);
      break;
    }
    await sleep(500);
  }
  await sleep(forMs);
};

const cutOffs = (rig: FaultHarness, partnerId: string | undefined): readonly LoggedEvent[] =>
  rig
    .readLog()
    .filter((event) => event.type === 'SettlementCutOffReached' && event.partnerId === partnerId);

type Next = { readonly periodId: string; readonly cutOffAt: string };

/** Each period that was planned ended once, at its own moment, and none began in between. */
const judgeCutOffs = (rig: FaultHarness): number => {
  let count = 0;
  for (const { partnerId } of rig.load.servers) {
    let planned: Next | null = null;
    for (const { data } of cutOffs(rig, partnerId)) {
      const { periodId, standsFor, by } = data;
      const asPlanned =
        planned === null || (planned.periodId === periodId && planned.cutOffAt === standsFor);
      if (by === 'schedule' && !asPlanned)
        rig.record.complain(`${partnerId}: cut off ${standsFor}, planned ${planned?.cutOffAt}`);
      planned = data['next'] as unknown as Next;
      count += 1;
    }
  }
  return count;
};
