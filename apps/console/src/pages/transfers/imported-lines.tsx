import { Alert, List, Stack, Text } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { Listing, Money, PageLink, Status, Time } from '../../ui/index.js';
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
      rows={shownOf(lines, SHOWN_MAX)}
      columns={{
        Line: ({ line }) => line,
        Outcome: ({ outcome }) => <Status is={outcome} />,
        Partner: (line) => <Partner line={line} isRecorded={isRecorded} />,
        Reference: ({ reference }) => reference,
        'Amount, USD': { amount: ({ amount }) => amount },
        [isRecorded ? 'Paid periods' : 'Periods to pay']: {
          wrapped: (line) => <Paid line={line} />,
        },
      }}
    />
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

const Partner = ({ line, isRecorded }: { readonly line: Line; readonly isRecorded: boolean }) => {
  const { partnerId, partnerName, outstanding } = line;
  if (partnerName === null) return partnerId;
  return (
    <>
      <PageLink to={`/settlements/${partnerId}`}>{partnerName}</PageLink>
      {!isRecorded && outstanding !== null && (
        <Text size="sm" c="dimmed">
          <Money amount={outstanding} /> outstanding before
        </Text>
      )}
    </>
  );
};

const Paid = ({ line: { reason, partnerId, matches, credit } }: { readonly line: Line }) => (
  <Stack gap={2}>
    {reason !== '' && <div>{reason}</div>}
    {matches.map(({ settlementId, dueAt, amount }) => (
      <div key={settlementId}>
        <Money amount={amount} /> to{' '}
        <PageLink to={`/settlements/${partnerId}/${settlementId}`}>
          the period due <Time at={dueAt} linked />
        </PageLink>
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
