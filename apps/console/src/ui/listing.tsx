import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  /** What the rows are, for those who do not see them. */
  readonly label: string;
  /** The names of the columns; those of amounts are marked, and aligned like their figures. */
  readonly columns: readonly (string | { readonly amount: string })[];
  readonly children: ReactNode;
  readonly foot?: ReactNode;
};

/** A table that scrolls sideways on narrow screens, also by keyboard. */
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
