import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** Properties of an object: names on the left, values on the right. */
export const DescriptionList = ({
  facts,
}: {
  readonly facts: Readonly<Record<string, ReactNode>>;
}) => (
  <Table withRowBorders={false} verticalSpacing={4} w="auto" className="facts">
    <Table.Tbody>
      {Object.entries(facts).map(([name, value]) => (
        <Table.Tr key={name}>
          <Table.Th scope="row" fw={400} c="dimmed" pl={0} className="fact">
            {name}
          </Table.Th>
          <Table.Td className="wraps">{value}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
