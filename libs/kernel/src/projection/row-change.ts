import {
  type Columns,
  PARTNER,
  type Row,
  type RowOf,
  type Table,
  type Value,
  canBeMade,
} from './table.js';

/** A change that an event makes to the rows of its partner. */
export type RowChange =
  /** Inserts a row, or replaces the row with the same key. Numbered tables reject a replacement. */
  | { readonly op: 'insert'; readonly table: Table; readonly row: Row }
  /**
   * Updates a row if it exists. Columns of the key may change, except an id that is unique across
   * partners.
   */
  | { readonly op: 'update'; readonly table: Table; readonly key: Row; readonly set: Row }
  /**
   * Adds to integers, with null as zero. Inserts a missing row with zeros and nulls if `canBeMade`,
   * otherwise has no effect on a missing row.
   */
  | {
      readonly op: 'add';
      readonly table: Table;
      readonly key: Row;
      readonly by: Readonly<Record<string, bigint>>;
    }
  | { readonly op: 'delete'; readonly table: Table; readonly key: Row };

type KeyOf<Of extends Columns, Key extends keyof Of> = Pick<RowOf<Of>, Key>;
type Integers<Of extends Columns> = {
  readonly [Name in keyof Of as Of[Name]['type'] extends 'integer' ? Name : never]?: bigint;
};

export const insert = <Of extends Columns>(
  table: Table<Of>,
  row: Omit<RowOf<Of>, never>,
): RowChange => ({ op: 'insert', table, row: row });

export const update = <Of extends Columns, Key extends keyof Of & string>(
  table: Table<Of, Key>,
  key: KeyOf<Of, Key>,
  set: Partial<RowOf<Of>>,
): RowChange => ({ op: 'update', table, key: key, set: set as Row });

export const add = <Of extends Columns, Key extends keyof Of & string>(
  table: Table<Of, Key>,
  key: KeyOf<Of, Key>,
  by: Integers<Of>,
): RowChange => ({ op: 'add', table, key: key, by: by as Record<string, bigint> });

export const remove = <Of extends Columns, Key extends keyof Of & string>(
  table: Table<Of, Key>,
  key: KeyOf<Of, Key>,
): RowChange => ({ op: 'delete', table, key: key });

/** A row that its only owner may change. */
export type MutableRow = Record<string, Value>;

/**
 * Returns a row after a change, null if it does not exist then. May change and return `row` itself.
 * @throws {RangeError} for a sum beyond 64 bits
 */
export const changedRow = (
  row: MutableRow | null,
  change: RowChange,
  partnerId: string,
): MutableRow | null => {
  switch (change.op) {
    case 'insert':
      return { ...change.row, [PARTNER]: partnerId };
    case 'update':
      return row === null ? null : Object.assign(row, change.set);
    case 'delete':
      return null;
    case 'add': {
      const { table, key, by } = change;
      if (row === null && !canBeMade(table)) return null;
      const sums = row ?? emptyRow(table, key, partnerId);
      for (const [name, more] of Object.entries(by))
        sums[name] = in64Bits(BigInt(sums[name] ?? 0n) + more);
      return sums;
    }
  }
};

const emptyRow = ({ columns }: Table, key: Row, partnerId: string): MutableRow => {
  const values = Object.entries(columns).map(([name, { nullable }]) => [
    name,
    nullable ? null : 0n,
  ]);
  return { ...(Object.fromEntries(values) as Row), ...key, [PARTNER]: partnerId };
};

const in64Bits = (sum: bigint): bigint => {
  if (BigInt.asIntN(64, sum) !== sum) throw new RangeError('a sum is beyond 64 bits');
  return sum;
};
