import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  /** Label of the table for screen readers. */
  readonly label: string;
  /** Column names. Columns of amounts are marked and aligned to the right. */
  readonly columns: readonly (string | { readonly amount: string })[];
  readonly children: ReactNode;
  readonly foot?: ReactNode;
};

/** A table that scrolls horizontally on narrow screens, also by keyboard. */
export const Listing = ({ label, columns, children, foot }: Props) => (
  <section className="scrolls" aria-label={label} tabIndex={0}>
    <Table striped horizontalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) =>
            typeof column === 'string' ? (
              <Table.Th key={column}>{column}</Table.Th>
            ) : (
              <Table.Th key={column.amount} className="amount">
                {column.amount}
              </Table.Th>
            ),
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
      {foot !== undefined && <Table.Tfoot>{foot}</Table.Tfoot>}
    </Table>
  </section>
);
