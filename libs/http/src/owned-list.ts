import { ownValue } from '#kernel/own-value.js';
import type { DomainEvent } from '#kernel/event-store/stream.js';
import type { OwnRows, Rows } from '#read-models/rows.js';
import type { Columns, ReadRow, Row, text, uuid } from '#kernel/projection/table.js';
import type { Filter } from '#read-models/table-reader.js';
import { IdParameter, PageQuery, TextParameter, pageOf } from './query-fields.js';

/** Query of a list of objects of users. Extend it with the statuses of the list. */
export class OwnedListQuery extends PageQuery {
  @IdParameter({ about: 'Only objects of this user.' }) readonly userId?: string;
  @TextParameter({ optional: true, max: 50, about: 'Only the object with this id of yours.' })
  readonly externalId?: string;
}

type Query = OwnedListQuery & { readonly status?: string; readonly direction?: string };

/** A list whose rows have a `userId`, a `status` and the partner's `externalId`. */
export type OwnedList<Event extends DomainEvent, Of extends OwnedColumns> = {
  readonly own: OwnRows<Event, Of>;
  /** Derives the row's id from the externalId, so that a lookup needs no index. */
  readonly idOf: (partnerId: string, externalId: string) => string;
};

type OwnedColumns = Columns & { readonly userId: typeof uuid; readonly status: typeof text };

/** Returns the requested page. @throws {Refused} 503 while the list is rebuilt or unavailable */
export const ownedPage = async <Event extends DomainEvent, Of extends OwnedColumns>(
  rows: Pick<Rows, 'byId' | 'page'>,
  partnerId: string,
  { own, idOf }: OwnedList<Event, Of>,
  query: Query,
) => {
  const page = pageOf(query);
  const { externalId, status, direction } = query;
  const only = direction === undefined ? {} : { direction };
  const where = { userId: query.userId?.toLowerCase(), status, ...only } as Filter<Of>;
  const found = async () => {
    if (externalId === undefined) return rows.page(partnerId, own.table, { ...page, where });
    const row = await rows.byId(partnerId, own, idOf(partnerId, externalId));
    return pageOfOne(row, where, page.offset);
  };
  const { rows: listed, total } = await found();
  return { listed, metadata: { total, ...page } };
};

/** Empty if a column differs from the filter. */
const pageOfOne = <Of extends Columns>(
  row: ReadRow<Of> | null,
  where: Filter<Of>,
  offset: number,
): { readonly rows: readonly ReadRow<Of>[]; readonly total: number } => {
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== ownValue((row ?? {}) as Row, name);
  const rows = row === null || Object.entries(where).some(differs) ? [] : [row];
  return { rows: rows.slice(offset), total: rows.length };
};
