import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { readonly facts: Readonly<Record<string, ReactNode>> };

/** Properties of an object: names on the left, values on the right. Omits values that are false. */
export const DescriptionList = ({ facts }: Props) => (
  <Table withRowBorders={false} verticalSpacing={4} w="auto" className="facts">
    <Table.Tbody>
      {Object.entries(facts)
        .filter(([, value]) => value !== false)
        .map(([name, value]) => (
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
