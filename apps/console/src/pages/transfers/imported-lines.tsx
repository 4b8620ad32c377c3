import { Alert, Anchor, List, Stack, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client.js';
import { Listing, Money, Status, Time } from '../../ui/index.js';
import { shownOf } from './shown-lines.js';
import { sumOf } from './sums.js';

type Line = Schemas['ImportedLine'];
type Props = { readonly lines: readonly Line[]; readonly isRecorded: boolean };

const SHOWN_MAX = 500;
const NOTES_MAX = 20;

export const ImportedLines = ({ lines, isRecorded }: Props) => (
  <>
    <Notes lines={lines} />
    <Listing
      label="Lines of the file"
      columns={[
        ...['Line', 'Outcome', 'Partner', 'Reference', { amount: 'Amount, USD' }],
        isRecorded ? 'Paid periods' : 'Periods to pay',
      ]}
    >
      {shownOf(lines, SHOWN_MAX).map((line) => (
        <Row key={line.line} line={line} isRecorded={isRecorded} />
      ))}
    </Listing>
    {lines.length > SHOWN_MAX && (
      <Text size="sm">
        {SHOWN_MAX} of {lines.length.toLocaleString('en-US')} lines; those with a note are shown
        before others.
      </Text>
    )}
    <Total {...sumOf(lines, isRecorded ? 'recorded' : 'new')} isRecorded={isRecorded} />
  </>
);

/** Rejected lines and repeated lines, which a person must check. */
const Notes = ({ lines }: { readonly lines: readonly Line[] }) => {
  const remarked = lines.filter(({ reason }) => reason !== '');
  if (remarked.length === 0) return null;
  const others = remarked.length - NOTES_MAX;
  return (
    <Alert
      color="orange"
      variant="default"
      title={remarked.length === 1 ? 'Check this line' : `Check these ${remarked.length} lines`}
    >
      <List size="sm">
        {remarked.slice(0, NOTES_MAX).map(({ line, reference, reason }) => (
          <List.Item key={line}>
            Line {line}, {reference}: {reason}
          </List.Item>
        ))}
        {others > 0 && <List.Item>and {others.toLocaleString('en-US')} more</List.Item>}
      </List>
    </Alert>
  );
};

const Row = ({ line, isRecorded }: { readonly line: Line; readonly isRecorded: boolean }) => (
  <Table.Tr>
    <Table.Td>{line.line}</Table.Td>
    <Table.Td>
      <Status is={line.outcome} />
    </Table.Td>
    <Table.Td>
      {line.partnerName === null ? (
        line.partnerId
      ) : (
        <Anchor component={Link} to={`/settlements/${line.partnerId}`}>
          {line.partnerName}
        </Anchor>
      )}
      {!isRecorded && line.partnerName !== null && line.outstanding !== null && (
        <Text size="sm" c="dimmed">
          <Money amount={line.outstanding} /> outstanding before
        </Text>
      )}
    </Table.Td>
    <Table.Td>{line.reference}</Table.Td>
    <Table.Td className="amount">
      <Money amount={line.amount} />
    </Table.Td>
    <Table.Td className="wraps">
      {line.reason}
      <Paid line={line} />
    </Table.Td>
  </Table.Tr>
);

const Paid = ({ line: { partnerId, matches, credit } }: { readonly line: Line }) => (
  <Stack gap={2}>
    {matches.map(({ settlementId, dueAt, amount }) => (
      <div key={settlementId}>
        <Money amount={amount} /> to{' '}
        <Anchor component={Link} to={`/settlements/${partnerId}/${settlementId}`}>
          the period due <Time at={dueAt} linked />
        </Anchor>
      </div>
    ))}
    {credit !== '0.00' && (
      <div>
        <Money amount={credit} /> as credit
      </div>
    )}
  </Stack>
);

type TotalProps = ReturnType<typeof sumOf> & { readonly isRecorded: boolean };

const Total = ({ count, amount, isRecorded }: TotalProps) => (
  <Text fw={600} role="status">
    {count.toLocaleString('en-US')} {isRecorded ? 'recorded' : 'new'},{' '}
    <Money amount={amount} alone /> together
  </Text>
);
