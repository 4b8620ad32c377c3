import { isUuid } from '../core/ids.js';
import { unavailable } from '../core/refused.js';
import { ShortPatience } from '../core/short-patience.js';
import type { Logger } from '../core/logger.js';
import { MODEL_REST_MS, MODEL_WITHIN_MS, RETRY_AFTER_REBUILDING_S } from '../core/timing.js';
import type { EventLog } from '../event-store/event-log.js';
import { type DomainEvent, type Stream, streamName } from '../event-store/stream.js';
import { isBehind } from './position.js';
import type { Projection } from './projection.js';
import type { Document, PageOf, ReadModels } from './read-models.js';

export type { Document } from './read-models.js';

type View<Event> = Pick<Projection<Event>, 'name' | 'project'>;
type Source<Event extends DomainEvent> = Pick<Stream<unknown, Event>, 'category' | 'parse'>;

/**
 * Documents as the API shows them. By-id reads see every write before them: when the read model
 * is behind, missing or away, the document is folded from its own stream instead.
 */
export class Documents {
  private readonly patience = new ShortPatience('read model', MODEL_WITHIN_MS, MODEL_REST_MS);

  constructor(
    private readonly models: ReadModels,
    private readonly log: EventLog,
    private readonly logger: Logger,
  ) {}

  /** The document `id` of this partner; null when there is none, also for another partner's. */
  async read<Event extends DomainEvent>(
    partnerId: string,
    view: View<Event>,
    source: Source<Event>,
    id: string,
  ): Promise<Document | null> {
    if (!isUuid(id)) return null;
    const doc = id.toLowerCase();
    const read = await this.patience
      .ask(() => this.models.document(partnerId, view.name, doc))
      .catch((error: unknown) => {
        this.logger.warn({ error: String(error) }, 'read model away, folding the stream');
        return null;
      });
    if (read?.status === 'ready' && read.value !== null && !isBehind(read)) return read.value;
    return this.foldFor(partnerId, view, source, doc);
  }

  /**
   * The document as its stream's events make it, up to the revision `upTo` when given.
   * @throws Error when there are none.
   */
  async fold<Event extends DomainEvent>(
    view: View<Event>,
    source: Source<Event>,
    id: string,
    upTo: bigint | null = null,
  ): Promise<Document> {
    const document = await this.foldFor(null, view, source, id, upTo);
    if (document === null) throw new Error(`Nothing in ${streamName(source, id)}`);
    return document;
  }

  /**
   * A page of an index in its order, whole documents or only some fields of each.
   * @throws {Refused} 503 while the model is built or away.
   */
  async page(
    partnerId: string,
    { name }: { readonly name: string },
    page: Pick<PageOf, 'index' | 'offset' | 'limit' | 'fields'>,
  ): Promise<{ readonly documents: readonly Document[]; readonly total: number }> {
    const read = await this.models
      .page(partnerId, name, { ...page, docPrefix: '' })
      .catch((error: unknown) => {
        this.logger.warn({ error: String(error) }, 'read model away');
        throw unavailable('read_model_unavailable', 'Lists cannot be read now; try again shortly');
      });
    if (read.status === 'not_ready')
      throw unavailable(
        'read_model_rebuilding',
        'This list is being rebuilt; try again shortly',
        RETRY_AFTER_REBUILDING_S,
      );
    return read.value;
  }

  private async foldFor<Event extends DomainEvent>(
    partnerId: string | null,
    { project }: View<Event>,
    source: Source<Event>,
    id: string,
    upTo: bigint | null = null,
  ): Promise<Document | null> {
    const all = await this.log.read(streamName(source, id));
    const recorded = upTo === null ? all : all.filter(({ revision }) => revision <= upTo);
    const [first] = recorded;
    if (first === undefined) return null;
    if (partnerId !== null && first.metadata.partnerId !== partnerId) return null;
    const changes = recorded.flatMap((event) =>
      project(source.parse(event.type, event.data), event),
    );
    const fields = changes.flatMap((change) =>
      change.op === 'set' && change.doc === id ? Object.entries(change.fields) : [],
    );
    const document = new Map<string, string>();
    for (const [name, value] of fields)
      if (value === null) document.delete(name);
      else document.set(name, value);
    return document.size === 0 ? null : Object.fromEntries(document);
  }
}
