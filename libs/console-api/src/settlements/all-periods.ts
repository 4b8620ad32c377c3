import type { SettlementReader } from '#settlement/settlement-periods/settlement-reader.js';
import type { Status as SettlementStatus } from '#settlement/settlement-periods/status.js';
import type { SettlementView } from '#settlement/settlement-periods/settlement.view.js';

/** Statuses that need an action come first. */
const FIRST_TO_LAST = ['overdue', 'closed', 'open', 'settled'] as const;
/** Most unsettled periods per partner and status. */
const UNSETTLED_MAX = 1_000;

export type Slice = { readonly offset: number; readonly limit: number };

type Segment = {
  readonly total: number;
  readonly read: (slice: Slice) => Promise<readonly SettlementView[]>;
};

/**
 * Lists periods of all partners: overdue, closed and open ones by due time, then settled ones by
 * partner, the newest first. Reads only the requested number of settled periods, because only their
 * number grows without a limit.
 */
export const allPeriods = async (
  reader: Pick<SettlementReader, 'list'>,
  partnerIds: readonly string[],
  { status, ...slice }: Slice & { readonly status?: SettlementStatus | undefined },
) => {
  const statuses = status === undefined ? FIRST_TO_LAST : [status];
  const segments = await Promise.all(
    statuses.map((each) =>
      each === 'settled'
        ? settledOf(reader, partnerIds)
        : unsettledOf(reader, partnerIds, each).then((segment) => [segment]),
    ),
  );
  return cutOut(segments.flat(), slice);
};

const unsettledOf = async (
  reader: Pick<SettlementReader, 'list'>,
  partnerIds: readonly string[],
  status: SettlementStatus,
): Promise<Segment> => {
  const page = { status, offset: 0, limit: UNSETTLED_MAX };
  const lists = await Promise.all(partnerIds.map((id) => reader.list(id, page)));
  const all = lists.flatMap(({ settlements }) => settlements).sort(byDueDay);
  return {
    total: all.length,
    read: ({ offset, limit }) => Promise.resolve(all.slice(offset, offset + limit)),
  };
};

const settledOf = (
  reader: Pick<SettlementReader, 'list'>,
  partnerIds: readonly string[],
): Promise<readonly Segment[]> =>
  Promise.all(
    partnerIds.map(async (partnerId): Promise<Segment> => {
      const status = 'settled';
      const { total } = await reader.list(partnerId, { status, offset: 0, limit: 0 });
      const read = async (slice: Slice) =>
        (await reader.list(partnerId, { status, ...slice })).settlements;
      return { total, read };
    }),
  );

const cutOut = async (segments: readonly Segment[], { offset, limit }: Slice) => {
  const settlements: SettlementView[] = [];
  let begins = 0;
  for (const { total, read } of segments) {
    const from = Math.max(0, offset - begins);
    const wanted = Math.min(limit - settlements.length, total - from);
    if (wanted > 0) settlements.push(...(await read({ offset: from, limit: wanted })));
    begins += total;
  }
  return { settlements, total: begins };
};

const byDueDay = (a: SettlementView, b: SettlementView): number =>
  placeOf(a) < placeOf(b) ? -1 : 1;

const placeOf = ({ dueAt, id }: SettlementView): string => `${dueAt} ${id}`;
