import { Table } from '@mantine/core';
import { Empty, Listing, Loaded, Money, Section, Status, Time } from '../../ui/index.js';
import { useTransfers } from './settlement-queries.js';

/** Payments and payouts of the partner with the references that a reversal needs. */
export const TransferList = ({ partnerId }: { readonly partnerId: string }) => (
  <Section title="Transfers">
    <Loaded query={useTransfers(partnerId)}>
      {({ transfers }) =>
        transfers.length === 0 ? (
          <Empty title="No transfers yet.">Recorded transfers appear here.</Empty>
        ) : (
          <Listing
            label="Transfers, the latest first"
            columns={[
              'What',
              'Reference',
              { amount: 'Amount, USD' },
              'Status',
              'Recorded',
              'Reversed',
              'Why',
            ]}
          >
            {transfers.map(
              ({ id, kind, reference, amount, status, recordedAt, reversedAt, reason }) => (
                <Table.Tr key={id}>
                  <Table.Td>{kind}</Table.Td>
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
              ),
            )}
          </Listing>
        )
      }
    </Loaded>
  </Section>
);
