import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client.js';
import { Empty, Listing, Loaded, Money, Section, Time } from '../../ui/index.js';
import { useProposals } from './settlement-queries.js';

/** Requests for large transfers that need a second person. */
export const Proposals = () => (
  <Section title="Waiting for a second person">
    <Loaded query={useProposals()}>
      {({ proposals }) =>
        proposals.length === 0 ? (
          <Empty title="Nothing waits.">
            A second person approves large payouts and reversals of large transfers here, and the
            recording of large transfers if the service requires it.
          </Empty>
        ) : (
          <>
            <Text size="sm">
              Each takes effect when another person records or reverses it, too.
            </Text>
            <List proposals={proposals} />
          </>
        )
      }
    </Loaded>
  </Section>
);

const List = ({ proposals }: Pick<Schemas['TransferProposalList'], 'proposals'>) => (
  <Listing
    label="Transfers that wait, the oldest first"
    columns={[
      'Partner',
      'What',
      'Reference',
      'Is to be',
      { amount: 'Amount, USD' },
      'Asked by',
      'Since',
    ]}
  >
    {proposals.map(({ transferId, partnerId, partnerName, ...proposal }) => (
      <Table.Tr key={transferId}>
        <Table.Td>
          <Anchor component={Link} to={`/settlements/${partnerId}`}>
            {partnerName}
          </Anchor>
        </Table.Td>
        <Table.Td>{proposal.kind}</Table.Td>
        <Table.Td>{proposal.reference}</Table.Td>
        <Table.Td>{proposal.wanted === 'recorded' ? 'recorded' : 'reversed'}</Table.Td>
        <Table.Td className="amount">
          <Money amount={proposal.amount} />
        </Table.Td>
        <Table.Td>{proposal.proposedBy}</Table.Td>
        <Table.Td>
          <Time at={proposal.proposedAt} />
        </Table.Td>
      </Table.Tr>
    ))}
  </Listing>
);
