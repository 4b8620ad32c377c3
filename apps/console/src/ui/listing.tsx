import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Money } from './money.js';
import { type Pagination, Pager } from './pager.js';

type Cell<Row> = (row: Row) => ReactNode;
type Column<Row> =
  | Cell<Row>
  /** Dollars as decimal text, aligned to the right. */
  | { readonly amount: (row: Row) => string }
  /** Aligned to the right. */
  | { readonly number: Cell<Row> }
  /** Long words may break. */
  | { readonly wrapped: Cell<Row> };

type Props<Row> = {
  /** Label of the table for screen readers. */
  readonly label: string;
  /** Rows with an `id` keep their state while the list changes. */
  readonly rows: readonly Row[];
  /** Cells of each column by its heading. False omits the column. */
  readonly columns: Readonly<Record<string, Column<Row> | false>>;
  /** Replaces a table without rows. */
  readonly empty?: ReactNode;
  /** Position of the rows in a longer list. */
  readonly page?: Pagination;
};

/** A table that scrolls horizontally on narrow screens, also by keyboard. */
export const Listing = <Row extends object>({ label, rows, columns, empty, page }: Props<Row>) => {
  if (empty !== undefined && (page?.metadata.total ?? rows.length) === 0) return empty;
  const shown = Object.entries(columns).flatMap(([name, column]) =>
    column === false ? [] : [{ name, ...formatOf(column) }],
  );
  return (
    <>
      <section className="scrolls" aria-label={label} tabIndex={0}>
        <Table striped horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              {shown.map(({ name, className }) => (
                <Table.Th key={name} className={className === 'amount' ? className : undefined}>
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, place) => (
              <Table.Tr key={'id' in row ? String(row.id) : place}>
                {shown.map(({ name, className, cell }) => (
                  <Table.Td key={name} className={className}>
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {page !== undefined && <Pager {...page} />}
    </>
  );
};

type Format<Row> = { readonly className?: 'amount' | 'wraps'; readonly cell: Cell<Row> };

const formatOf = <Row,>(column: Column<Row>): Format<Row> => {
  if (typeof column === 'function') return { cell: column };
  if ('wrapped' in column) return { className: 'wraps', cell: column.wrapped };
  if ('number' in column) return { className: 'amount', cell: column.number };
  return { className: 'amount', cell: (row) => <Money amount={column.amount(row)} /> };
};
