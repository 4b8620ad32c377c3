import { setImmediate as nextTurn } from 'node:timers/promises';
import { activeKey, guardKey, modelStart, writtenKey } from './keys.js';
import { RAISE_WRITTEN, READ_DOCUMENTS, READ_MEMBERS, READ_PAGE } from './lua-read.js';
import { asTexts, type RedisClient } from './script.js';

export type Document = Readonly<Record<string, string>>;

/** `not_ready`: being built from nothing; there is no part of the truth to show. */
export type Read<Value> =
  | { readonly status: 'not_ready' }
  | {
      readonly status: 'ready';
      readonly value: Value;
      /** The last event of the partner that the value contains, as decimal text. */
      readonly position: string;
      /** The last event that the partner appended, as far as is known. */
      readonly written: string;
    };

export type PageOf = {
  readonly index: string;
  /** What stands before a member's id in the name of its document. */
  readonly docPrefix: string;
  readonly offset: number;
  readonly limit: number;
  readonly newestFirst?: boolean;
  /** Only these of each document: a page of a thousand is several times faster with few. */
  readonly fields?: readonly string[];
};

/** `documents` are those of `ids`, in their order; an empty one is missing. `total` is of all. */
export type Page = {
  readonly ids: readonly string[];
  readonly documents: readonly Document[];
  readonly total: number;
};

/** Documents that are wanted in one turn of the event loop. */
type Gathering = {
  readonly docs: string[];
  readonly answer: Promise<Read<readonly (Document | null)[]>>;
};

/** Documents or members of one answer; the script holds up everybody else while it collects. */
export const READ_MAX = 1_000;

/** Reads of one partner, each in one round trip and from one generation. @throws what Redis does. */
export class ReadModels {
  private readonly gathering = new Map<string, Gathering>();

  constructor(private readonly redis: RedisClient) {}

  /** A missing document is null. Those that are wanted in one turn share a round trip. */
  async document(
    partnerId: string,
    projection: string,
    doc: string,
  ): Promise<Read<Document | null>> {
    const { docs, answer } = this.gather(partnerId, projection);
    const place = docs.push(doc) - 1;
    const read = await answer;
    return read.status === 'ready' ? { ...read, value: read.value[place] ?? null } : read;
  }

  private gather(partnerId: string, projection: string): Gathering {
    const key = `${partnerId} ${projection}`;
    const open = this.gathering.get(key);
    if (open !== undefined && open.docs.length < READ_MAX) return open;
    const docs: string[] = [];
    const answer = nextTurn().then(() => {
      if (this.gathering.get(key)?.docs === docs) this.gathering.delete(key);
      return this.documents(partnerId, projection, docs);
    });
    const gathering = { docs, answer };
    this.gathering.set(key, gathering);
    return gathering;
  }

  /** In the order of `docs`; a missing one is null. @throws {RangeError} for over READ_MAX. */
  async documents(
    partnerId: string,
    projection: string,
    docs: readonly string[],
  ): Promise<Read<readonly (Document | null)[]>> {
    if (docs.length > READ_MAX) throw new RangeError(`Over ${READ_MAX} documents at once`);
    const args = [projection, modelStart(partnerId), ...docs];
    const reply = await READ_DOCUMENTS.run(this.redis, keysOf(partnerId), args);
    return answered(reply, ([documents]) => documentsOf(documents).map(orNull));
  }

  /** Members `offset` … `offset + limit - 1` of an index with their documents; limit 0 counts. */
  async page(partnerId: string, projection: string, page: PageOf): Promise<Read<Page>> {
    const { index, docPrefix, offset, limit, newestFirst = false, fields = [] } = page;
    if (!isCount(offset) || !isCount(limit) || limit > READ_MAX)
      throw new RangeError(`No page: offset ${offset}, limit ${limit} of at most ${READ_MAX}`);
    const command = newestFirst ? 'ZREVRANGE' : 'ZRANGE';
    const ranks = [offset, offset + limit - 1];
    const wanted = [index, docPrefix, ...ranks, command, ...fields];
    const args = [projection, modelStart(partnerId), ...wanted];
    const reply = await READ_PAGE.run(this.redis, keysOf(partnerId), args);
    return answered(reply, ([documents, ids, total]) => ({
      ids: asTexts(ids),
      documents: fields.length === 0 ? documentsOf(documents) : withFields(documents, fields),
      total: Number(total),
    }));
  }

  /** Those of `members` that an index holds. @throws {RangeError} for over READ_MAX. */
  async held(
    partnerId: string,
    projection: string,
    index: string,
    members: readonly string[],
  ): Promise<Read<readonly string[]>> {
    if (members.length > READ_MAX) throw new RangeError(`Over ${READ_MAX} members at once`);
    const args = [projection, modelStart(partnerId), index, ...members];
    const reply = await READ_MEMBERS.run(this.redis, keysOf(partnerId), args);
    return answered(reply, ([held]) => {
      const marks = asTexts(held);
      return members.filter((_, i) => marks[i] === '1');
    });
  }

  /** To be called after an append, best effort: reads then tell whether they contain it. */
  async raiseWritten(partnerId: string, position: bigint): Promise<void> {
    await RAISE_WRITTEN.run(this.redis, [writtenKey(partnerId)], [`${position}`]);
  }
}

const keysOf = (partnerId: string) => [
  guardKey(partnerId),
  activeKey(partnerId),
  writtenKey(partnerId),
];

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;

const answered = <Value>(
  reply: unknown,
  valueOf: (parts: readonly unknown[]) => Value,
): Read<Value> => {
  if (!Array.isArray(reply)) throw new TypeError('Redis answered no list');
  const [status, position, written, ...parts] = reply as readonly unknown[];
  if (status !== 'ready') return { status: 'not_ready' };
  const places = { position: String(position), written: String(written) };
  return { status: 'ready', value: valueOf(parts), ...places };
};

const documentsOf = (reply: unknown) => JSON.parse(String(reply)) as readonly Document[];

/** For each document its values in the order of the fields, false where it lacks one. */
const withFields = (reply: unknown, fields: readonly string[]): readonly Document[] =>
  (JSON.parse(String(reply)) as (string | false)[][]).map((values) => {
    const document: Record<string, string> = {};
    for (const [i, value] of values.entries()) {
      const field = fields[i];
      if (field !== undefined && value !== false) document[field] = value;
    }
    return document;
  });

const orNull = (document: Document) => (Object.keys(document).length === 0 ? null : document);
