import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client.js';
import { Listing, Status } from '../../ui/index.js';
import { usePartnerNames } from '../partners/partner-queries.js';

const SHOWN_MAX = 500;

/** What is refused comes first: it is what somebody has to look at. */
export const ImportedLines = ({
  lines,
}: {
  readonly lines: readonly Schemas['ImportedLine'][];
}) => {
  const names = usePartnerNames();
  const sorted = [...lines].sort(
    (a, b) => Number(b.outcome === 'refused') - Number(a.outcome === 'refused'),
  );
  return (
    <>
      <Listing
        label="Lines of the file"
        columns={['Line', 'Outcome', 'Partner', 'Reference', 'Why']}
      >
        {sorted.slice(0, SHOWN_MAX).map(({ line, outcome, partnerId, reference, reason }) => (
          <Table.Tr key={line}>
            <Table.Td>{line}</Table.Td>
            <Table.Td>
              <Status is={outcome} />
            </Table.Td>
            <Table.Td>
              <Anchor component={Link} to={`/settlements/${partnerId}`}>
                {names.get(partnerId) ?? partnerId}
              </Anchor>
            </Table.Td>
            <Table.Td>{reference}</Table.Td>
            <Table.Td className="wraps">{reason}</Table.Td>
          </Table.Tr>
        ))}
      </Listing>
      {lines.length > SHOWN_MAX && (
        <Text size="sm">
          The first {SHOWN_MAX} of {lines.length.toLocaleString('en-US')} lines.
        </Text>
      )}
    </>
  );
};
