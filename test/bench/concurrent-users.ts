import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import type { Stage } from './fixture.js';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const AT_ONCE = 200;
/** So many copies take turns, event by event, as users do. */
const TAKING_TURNS = 25;
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
/** In the place of the partner's id, where there are many. */
const PARTNER_SLOT = -1;

type TemplateRow = {
  readonly revision: number;
  readonly type: string;
  readonly texts: readonly [stream: Template, data: Template, metadata: Template];
};
type Ids = { readonly prefix: string; readonly partnerId: string };

/** Who the copies belong to: `count` partners in turn, in the place of this one. */
type Partners = { readonly insteadOf: string; readonly count: number };

/**
 * Everything that happened to some users, copied under other ids as often as wanted: a log of any
 * size that could have been written by the service.
 */
export class Crowd {
  private copies = 0;
  private readonly slotOf = new Map<string, number>();
  private readonly rows: readonly TemplateRow[];
  /** What makes a partner, which has no other ids in it, where there are many. */
  private readonly partnerRows: readonly TemplateRow[];

  /**
   * Of everything that the stage's users did so far, or of that part of it. The firm's account is
   * shared, and so is the partner unless there are to be many.
   */
  static of(stage: Stage, where = EVERYTHING, partners = 1): Crowd {
    const { partner, secondPartner } = stage.service.demo;
    const fixed = new Set([partner.id, secondPartner.id, FIRM_ACCOUNT]);
    return new Crowd(stage.events, where, fixed, { insteadOf: partner.id, count: partners });
  }

  /** `fixed`: ids that all copies share. */
  private constructor(
    private readonly file: string,
    where: string,
    private readonly fixed: ReadonlySet<string>,
    private readonly partners: Partners,
  ) {
    this.rows = this.templates(where);
    if (this.rows.length === 0) throw new Error(`There is no event where ${where}`);
    const isOne = partners.count === 1;
    const created = `stream = 'partner-${partners.insteadOf}' AND revision = 0`;
    this.partnerRows = isOne ? [] : this.templates(created);
  }

  /** How many events one copy has. */
  get size(): number {
    return this.rows.length;
  }

  /** Appends copies until so many events have been appended. */
  append(events: number): void {
    const db = new Database(this.file);
    const statement = db.prepare(
      'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
    );
    const insert = ({ revision, type, texts }: TemplateRow, ids: Ids): void => {
      const [stream, data, metadata] = texts.map((text) => filled(text, ids));
      statement.run(stream, revision, randomUUID(), type, data, metadata);
    };
    const some = db.transaction((count: number) => {
      for (let done = 0; done < count; done += TAKING_TURNS) {
        const copies = Array.from({ length: Math.min(TAKING_TURNS, count - done) }, () =>
          this.next(),
        );
        for (const row of this.rows) for (const ids of copies) insert(row, ids);
      }
    });
    if (this.copies === 0)
      db.transaction(() => {
        for (let n = 0; n < this.partners.count; n++)
          for (const row of this.partnerRows)
            insert(row, { prefix: '', partnerId: this.partner(n) });
      })();
    const copies = Math.ceil(events / this.size);
    for (let done = 0; done < copies; done += AT_ONCE) some(Math.min(AT_ONCE, copies - done));
    db.close();
  }

  private next(): Ids {
    this.copies += 1;
    const prefix = `${this.copies.toString(16).padStart(8, '0')}-0000-4000-8000-`;
    return { prefix, partnerId: this.partner(this.copies) };
  }

  private partner(turn: number): string {
    const { insteadOf, count } = this.partners;
    const n = (turn % count).toString(16).padStart(12, '0');
    return count === 1 ? insteadOf : `f0000000-0000-4000-8000-${n}`;
  }

  private templates(where: string): readonly TemplateRow[] {
    const db = new Database(this.file, { readonly: true });
    const rows = db.prepare<[], Row>(`SELECT * FROM events WHERE ${where} ORDER BY position`).all();
    db.close();
    return rows.map(({ revision, type, stream, data, metadata }) => ({
      ...{ revision, type },
      texts: [this.template(stream), this.template(data), this.template(metadata)],
    }));
  }

  private template(text: string): Template {
    const [texts, slots]: [string[], number[]] = [[], []];
    let end = 0;
    for (const { 0: id, index } of text.matchAll(UUID)) {
      const isOfMany = id === this.partners.insteadOf && this.partners.count > 1;
      if (this.fixed.has(id) && !isOfMany) continue;
      const slot = isOfMany ? PARTNER_SLOT : (this.slotOf.get(id) ?? this.slotOf.size);
      if (!isOfMany) this.slotOf.set(id, slot);
      texts.push(text.slice(end, index));
      slots.push(slot);
      end = index + id.length;
    }
    return { texts: [...texts, text.slice(end)], slots };
  }
}

const filled = ({ texts, slots }: Template, { prefix, partnerId }: Ids): string =>
  texts
    .map((text, i) => {
      const slot = slots[i];
      if (slot === undefined) return text;
      return (
        text + (slot === PARTNER_SLOT ? partnerId : prefix + slot.toString(16).padStart(12, '0'))
      );
    })
    .join('');
