import { ownValue } from '../core/own-value.js';
import type { DomainEvent } from '../event-store/stream.js';
import type { OwnRows, Rows } from '../read-store/rows.js';
import type { Columns, ReadRow, Row, text, uuid } from '../read-store/table.js';
import type { Where } from '../read-store/table-reader.js';
import { IdParameter, PageQuery, TextParameter, pageOf } from './query-fields.js';

/** For lists of what belongs to a user: extend it with the statuses of the list. */
export class OwnedListQuery extends PageQuery {
  @IdParameter({ about: 'Only those of this user.' }) readonly userId?: string;
  @TextParameter({ optional: true, max: 50, about: 'Only the one with this id of yours.' })
  readonly externalId?: string;
}

type Query = OwnedListQuery & { readonly status?: string };

/** A list whose rows have a `userId`, a `status` and an `externalId` of the partner. */
export type OwnedList<Event extends DomainEvent, Of extends OwnedColumns> = {
  readonly own: OwnRows<Event, Of>;
  /** An externalId names one row at most, whose id follows from it: no index is needed. */
  readonly idOf: (partnerId: string, externalId: string) => string;
};

type OwnedColumns = Columns & { readonly userId: typeof uuid; readonly status: typeof text };

/** The page that a query asks for. @throws {Refused} 503 while the list is built or away. */
export const ownedPage = async <Event extends DomainEvent, Of extends OwnedColumns>(
  rows: Pick<Rows, 'byId' | 'page'>,
  partnerId: string,
  { own, idOf }: OwnedList<Event, Of>,
  query: Query,
) => {
  const page = pageOf(query);
  const { externalId, status } = query;
  const where = { userId: query.userId?.toLowerCase(), status } as Where<Of>;
  const found = async () => {
    if (externalId === undefined) return rows.page(partnerId, own.table, { ...page, where });
    const row = await rows.byId(partnerId, own, idOf(partnerId, externalId));
    return pageOfOne(row, where, page.offset);
  };
  const { rows: listed, total } = await found();
  return { listed, metadata: { total, ...page } };
};

/** Empty when a column differs from the filter. */
const pageOfOne = <Of extends Columns>(
  row: ReadRow<Of> | null,
  where: Where<Of>,
  offset: number,
): { readonly rows: readonly ReadRow<Of>[]; readonly total: number } => {
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== ownValue((row ?? {}) as Row, name);
  const rows = row === null || Object.entries(where).some(differs) ? [] : [row];
  return { rows: rows.slice(offset), total: rows.length };
};
