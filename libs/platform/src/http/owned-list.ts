import type { DomainEvent, Stream } from '../event-store/stream.js';
import type { Document, Documents } from '../read-models/documents.js';
import type { Projection } from '../read-models/projection.js';
import { indexOf } from '../read-models/status-indexes.js';
import { IdParameter, PageQuery, TextParameter, pageOf } from './query-fields.js';

/** For lists of what belongs to a user: extend it with the statuses of the list. */
export class OwnedListQuery extends PageQuery {
  @IdParameter({ about: 'Only those of this user.' }) readonly userId?: string;
  @TextParameter({ optional: true, max: 50, about: 'Only the one with this id of yours.' })
  readonly externalId?: string;
}

type Query = OwnedListQuery & { readonly status?: string };

/** A list whose documents have a `userId` and a `status`, and the indexes of `status-indexes`. */
export type OwnedList<Event extends DomainEvent> = {
  readonly view: Pick<Projection<Event>, 'name' | 'project'>;
  readonly source: Pick<Stream<unknown, Event>, 'category' | 'parse'>;
  /** An externalId names one document at most, whose id follows from it: no index is needed. */
  readonly idOf: (partnerId: string, externalId: string) => string;
};

type Listed = { readonly documents: readonly Document[]; readonly total: number };

/** The page that a query asks for. @throws {Refused} 503 while the list is built or away. */
export const ownedPage = async <Event extends DomainEvent>(
  documents: Documents,
  partnerId: string,
  { view, source, idOf }: OwnedList<Event>,
  query: Query,
) => {
  const page = pageOf(query);
  const { externalId, status } = query;
  const userId = query.userId?.toLowerCase();
  const found = async (): Promise<Listed> => {
    if (externalId === undefined)
      return documents.page(partnerId, view, {
        ...page,
        index: indexOf({ owner: userId, status }),
      });
    const id = idOf(partnerId, externalId);
    const document = await documents.read(partnerId, view, source, id);
    return pageOfOne(document, { userId, status }, page.offset);
  };
  const { documents: listed, total } = await found();
  return { listed, metadata: { total, ...page } };
};

/** Empty when a field differs from the filter. */
const pageOfOne = (
  document: Document | null,
  filter: Readonly<Record<string, string | undefined>>,
  offset: number,
): Listed => {
  const matches =
    document !== null &&
    Object.entries(filter).every(
      ([name, value]) => value === undefined || value === document[name],
    );
  const documents = matches ? [document] : [];
  return { documents: documents.slice(offset), total: documents.length };
};
