import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type Service, call } from '../support/service.js';

/** One event as it lies in the log, read without any code of the service. */
export type LoggedEvent = {
  readonly position: number;
  readonly category: string;
  readonly id: string;
  readonly type: string;
  /** Only the fields that are text, which all are that the checks look at. */
  readonly data: Fields;
  readonly partnerId: string;
};

type Fields = { readonly [field: string]: string | undefined };

type Row = { position: number; stream: string; type: string; data: string; metadata: string };

/** Streams with these ids are left out. */
export const readLog = (
  { dataDir }: Service,
  without: ReadonlySet<string>,
): readonly LoggedEvent[] => {
  const db = new Database(join(dataDir, 'events.db'), { readonly: true });
  try {
    const events: LoggedEvent[] = [];
    for (const row of db.prepare<[], Row>('SELECT * FROM events ORDER BY position').iterate())
      if (!without.has(row.stream.slice(row.stream.indexOf('-') + 1))) events.push(eventOf(row));
    return events;
  } finally {
    db.close();
  }
};

const eventOf = ({ position, stream, type, data, metadata }: Row): LoggedEvent => ({
  position,
  category: stream.slice(0, stream.indexOf('-')),
  id: stream.slice(stream.indexOf('-') + 1),
  type,
  data: JSON.parse(data) as Fields,
  partnerId: (JSON.parse(metadata) as { partnerId: string }).partnerId,
});

export type Ledger = {
  readonly accounts: readonly {
    id: string;
    email: string;
    status: string;
    blocks: readonly string[];
  }[];
  readonly journals: readonly {
    id: string;
    idempotencyKey: string | null;
    from: string;
    to: string;
    amount: string;
    status: string;
    reversedAt: string | null;
  }[];
  readonly orders: readonly {
    clientOrderId: string;
    symbol: string;
    status: string;
    filledQty: string;
    /** Null while nothing is filled. */
    filledAvgPrice: string | null;
  }[];
  /** Sends of what was there already. */
  readonly repeats: readonly { kind: string; key: string; count: number }[];
};

export const readLedger = async ({ sandbox }: Service): Promise<Ledger> => {
  const { body: ledger } = await call(sandbox, 'GET', '/control/ledger');
  const { body: repeats } = await call(sandbox, 'GET', '/control/repeats');
  return { ...ledger, ...repeats } as unknown as Ledger;
};

export const toCents = (amount: string): bigint => BigInt(amount.replace('.', ''));
