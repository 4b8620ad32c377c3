import { Anchor, Table } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { Empty, Listing, Loaded, Money, Pager, Status, Time, decimalOf } from '../../ui/index.js';
import { inWords } from '../../ui/words.js';
import { useDeposits } from './user-queries.js';

export const Deposits = ({ userId }: { readonly userId: string }) => {
  const [offset, setOffset] = useState(0);
  const query = useDeposits(userId, offset);
  return (
    <Loaded query={query}>
      {({ transactions, metadata }) =>
        metadata.total === 0 ? (
          <Empty title="No deposits or withdrawals.">
            The partner makes one by the API, once the account is active.
          </Empty>
        ) : (
          <>
            <Listing
              label="Deposits and withdrawals, the oldest first"
              columns={[
                'Asked for',
                'Direction',
                'Status',
                { amount: 'Amount, USD' },
                { amount: 'Fee' },
                { amount: 'Net' },
                'The partner’s id',
                'Reason',
              ]}
            >
              {transactions.map((deposit) => (
                <Table.Tr key={deposit.id}>
                  <Table.Td>
                    <Anchor component={Link} to={`/deposits/${deposit.id}`}>
                      <Time at={deposit.createdAt} linked />
                    </Anchor>
                  </Table.Td>
                  <Table.Td>{inWords(deposit.direction)}</Table.Td>
                  <Table.Td>
                    <Status is={deposit.status} />
                  </Table.Td>
                  <Table.Td className="amount">
                    <Money amount={decimalOf(deposit.amount)} />
                  </Table.Td>
                  <Table.Td className="amount">
                    <Money amount={decimalOf(deposit.fee)} />
                  </Table.Td>
                  <Table.Td className="amount">
                    <Money amount={decimalOf(deposit.netAmount)} />
                  </Table.Td>
                  <Table.Td>{deposit.externalId}</Table.Td>
                  <Table.Td>{deposit.statusReason}</Table.Td>
                </Table.Tr>
              ))}
            </Listing>
            <Pager metadata={metadata} onPage={setOffset} />
          </>
        )
      }
    </Loaded>
  );
};
