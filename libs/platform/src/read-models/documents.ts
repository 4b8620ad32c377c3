import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { isUuid } from '../core/ids.js';
import { unavailable } from '../core/refused.js';
import type { Logger } from '../core/logger.js';
import { RETRY_AFTER_REBUILDING_S } from '../core/timing.js';
import type { EventLog, RecordedEvent } from '../event-store/event-log.js';
import { type DomainEvent, type Stream, streamName } from '../event-store/stream.js';
import type { Projection } from './projection.js';
import type { Document, PageOf, ReadModels } from './read-models.js';

export type { Document } from './read-models.js';

type View<Event> = Pick<Projection<Event>, 'name' | 'project'>;
/** A document as it was at a revision of its stream: events never change. */
type Folded = {
  readonly partnerId: string;
  readonly document: Document | null;
  readonly revision: bigint;
};
type Source<Event extends DomainEvent> = Pick<Stream<unknown, Event>, 'category' | 'parse'>;

const FOLDED_MAX = 2_000;

/**
 * Documents as the API shows them. By id, the stream is the truth: a read folds what came since
 * the last one, so it sees every write before it, whichever process made it. Pages are the read
 * model's.
 */
export class Documents {
  private readonly folded = new LRUCache<string, Folded>({ max: FOLDED_MAX });

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
    // Those that come in one turn are answered in one: a client is woken once, not for each.
    await nextTurn();
    const doc = id.toLowerCase();
    const name = streamName(source, doc);
    const key = `${view.name} ${name}`;
    const known = this.folded.get(key);
    const since = await this.log.read(name, known === undefined ? 0n : known.revision + 1n);
    const folded = foldOnto(known, view, source, doc, since);
    if (folded === undefined) return null;
    if (folded !== known) this.folded.set(key, folded);
    return folded.partnerId === partnerId ? folded.document : null;
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
    const name = streamName(source, id);
    const all = await this.log.read(name);
    const recorded = upTo === null ? all : all.filter(({ revision }) => revision <= upTo);
    const document = foldOnto(undefined, view, source, id, recorded)?.document ?? null;
    if (document === null) throw new Error(`Nothing in ${name}`);
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
}

const foldOnto = <Event extends DomainEvent>(
  known: Folded | undefined,
  { project }: View<Event>,
  source: Source<Event>,
  id: string,
  recorded: readonly RecordedEvent[],
): Folded | undefined => {
  const [first, last] = [recorded[0], recorded.at(-1)];
  if (first === undefined || last === undefined) return known;
  const fields = new Map<string, string>(Object.entries(known?.document ?? {}));
  for (const event of recorded)
    for (const change of project(source.parse(event.type, event.data), event)) {
      if (change.op !== 'set' || change.doc !== id) continue;
      for (const [name, value] of Object.entries(change.fields))
        if (value === null) fields.delete(name);
        else fields.set(name, value);
    }
  const document = fields.size === 0 ? null : Object.fromEntries(fields);
  const partnerId = known?.partnerId ?? first.metadata.partnerId;
  return { partnerId, document, revision: last.revision };
};
