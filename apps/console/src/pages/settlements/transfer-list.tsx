import { Table } from '@mantine/core';
import { Empty, Listing, Loaded, Money, Section, Status, Time } from '../../ui/index.js';
import { useTransfers } from './settlement-queries.js';

/** What came in from the partner, under the references that taking it back asks for. */
export const TransferList = ({ partnerId }: { readonly partnerId: string }) => (
  <Section title="Transfers">
    <Loaded query={useTransfers(partnerId)}>
      {({ transfers }) =>
        transfers.length === 0 ? (
          <Empty title="Nothing has come in.">What is recorded shows here.</Empty>
        ) : (
          <Listing
            label="Transfers, the latest first"
            columns={[
              'Reference',
              { amount: 'Amount, USD' },
              'Status',
              'Recorded',
              'Taken back',
              'Why',
            ]}
          >
            {transfers.map(({ id, reference, amount, status, recordedAt, reversedAt, reason }) => (
              <Table.Tr key={id}>
                <Table.Td>{reference}</Table.Td>
                <Table.Td className="amount">
                  <Money amount={amount} />
                </Table.Td>
                <Table.Td>
                  <Status is={status} />
                </Table.Td>
                <Table.Td>
                  <Time at={recordedAt} />
                </Table.Td>
                <Table.Td>{reversedAt !== null && <Time at={reversedAt} />}</Table.Td>
                <Table.Td>{reason}</Table.Td>
              </Table.Tr>
            ))}
          </Listing>
        )
      }
    </Loaded>
  </Section>
);
