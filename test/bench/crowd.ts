import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import type { Stage } from './stage.js';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const AT_ONCE = 200;
const OF_USERS = ['user', 'onboarding', 'profile', 'dailyFunding', 'deposit', 'order'];
const EVERYTHING = OF_USERS.map((category) => `stream LIKE '${category}-%'`).join(' OR ');
const FIRM_ACCOUNT = '00000000-0000-4000-8000-00000000f1f1';

type Row = {
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
};

/** A text whose ids are other ones in each copy. */
type Template = { readonly texts: readonly string[]; readonly slots: readonly number[] };

/**
 * Everything that happened to some users, copied under other ids as often as wanted: a log of any
 * size that could have been written by the service.
 */
export class Crowd {
  private copies = 0;
  private readonly slotOf = new Map<string, number>();
  private readonly rows: readonly {
    readonly revision: number;
    readonly type: string;
    readonly texts: readonly [Template, Template, Template];
  }[];

  /**
   * Of everything that the stage's users did so far, or of that part of it. Partners and the firm's
   * account are shared.
   */
  static of(stage: Stage, where = EVERYTHING): Crowd {
    const { partner, secondPartner } = stage.service.demo;
    const fixed = new Set([partner.id, secondPartner.id, FIRM_ACCOUNT]);
    return new Crowd(stage.events, where, fixed);
  }

  /** `fixed`: ids that all copies share. */
  constructor(
    private readonly file: string,
    where: string,
    private readonly fixed: ReadonlySet<string>,
  ) {
    const db = new Database(file, { readonly: true });
    const rows = db.prepare<[], Row>(`SELECT * FROM events WHERE ${where} ORDER BY position`).all();
    db.close();
    this.rows = rows.map(({ revision, type, stream, data, metadata }) => ({
      ...{ revision, type },
      texts: [this.template(stream), this.template(data), this.template(metadata)],
    }));
    if (this.rows.length === 0) throw new Error(`There is no event where ${where}`);
  }

  /** How many events one copy has. */
  get size(): number {
    return this.rows.length;
  }

  /** Appends copies until so many events have been appended. */
  append(events: number): void {
    const db = new Database(this.file);
    const insert = db.prepare(
      'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
    );
    const some = db.transaction((count: number) => {
      for (let n = 0; n < count; n++) this.copy((...row) => insert.run(...row));
    });
    const copies = Math.ceil(events / this.size);
    for (let done = 0; done < copies; done += AT_ONCE) some(Math.min(AT_ONCE, copies - done));
    db.close();
  }

  private copy(insert: (...row: (string | number)[]) => void): void {
    this.copies += 1;
    const prefix = `${this.copies.toString(16).padStart(8, '0')}-0000-4000-8000-`;
    for (const { revision, type, texts } of this.rows) {
      const [stream, data, metadata] = texts.map((text) => filled(text, prefix));
      insert(stream!, revision, randomUUID(), type, data!, metadata!);
    }
  }

  private template(text: string): Template {
    const [texts, slots]: [string[], number[]] = [[], []];
    let end = 0;
    for (const { 0: id, index } of text.matchAll(UUID)) {
      if (this.fixed.has(id)) continue;
      const slot = this.slotOf.get(id) ?? this.slotOf.size;
      this.slotOf.set(id, slot);
      texts.push(text.slice(end, index));
      slots.push(slot);
      end = index + id.length;
    }
    return { texts: [...texts, text.slice(end)], slots };
  }
}

const filled = ({ texts, slots }: Template, prefix: string): string =>
  texts
    .map((text, i) => {
      const slot = slots[i];
      return slot === undefined ? text : text + prefix + slot.toString(16).padStart(12, '0');
    })
    .join('');
