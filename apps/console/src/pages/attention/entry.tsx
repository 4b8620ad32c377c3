import { Anchor, Code, Group, Paper, Stack, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { Facts, Money, Status, Time } from '../../ui/index.js';
import { placeOf } from '../find/place-of.js';
import { Repeats } from '../things/repeats.js';
import { sentenceOf } from '../things/timeline-words.js';
import { Actions } from './actions.js';
import { headlineOf } from './headlines.js';

type Props = { readonly entry: Schemas['AttentionEntry'] };

/** What happened, since when, what was tried, and what can be done. */
export const Entry = ({ entry }: Props) => {
  const { role } = useSession();
  const { kind, since, lastError, next } = entry;
  return (
    <Paper withBorder p="lg" radius="md" component="article" aria-label={entry.id}>
      <Stack gap="sm">
        <Group>
          <Title order={2} size="h4" className="wraps">
            {headlineOf(entry)}
          </Title>
          <Status is={entry.state} />
        </Group>
        <Facts
          facts={{
            About: <Subject entry={entry} />,
            ...(entry.partnerId === null ? {} : { Partner: <PartnerLink entry={entry} /> }),
            ...(entry.userId === null ? {} : { User: <UserLink entry={entry} /> }),
            ...(entry.amount === null ? {} : { Amount: <Money amount={entry.amount} alone /> }),
            Since: <Time at={since} seconds />,
            ...(kind === 'finding' ? { Found: lastError } : triesOf(entry)),
            'What to do': next,
          }}
        />
        {entry.history.length > 0 && (
          <details>
            <summary>What happened meanwhile</summary>
            <ol>
              {entry.history.map(({ at, event, data, times, lastAt }, i) => (
                <li key={i}>
                  <Time at={at} seconds />: {sentenceOf(event, data)}
                  <Repeats times={times} lastAt={lastAt} />
                </li>
              ))}
            </ol>
          </details>
        )}
        {role === 'operator' && kind !== 'finding' && <Actions entry={entry} />}
      </Stack>
    </Paper>
  );
};

const triesOf = ({ tries, lastTriedAt, lastError }: Props['entry']) => ({
  Tried:
    lastTriedAt === null ? (
      'nothing failed; it only takes long'
    ) : (
      <>
        {tries === 1 ? 'once' : `${tries} times`}, last at <Time at={lastTriedAt} seconds />
      </>
    ),
  'Last error': lastError === null ? 'none' : <Code>{lastError}</Code>,
});

const Subject = ({ entry: { kind, about, subjectId } }: Props) => {
  const place = placeOf(about, subjectId);
  const name = kind === 'finding' ? about : `${about} ${subjectId}`;
  return place === null ? (
    name
  ) : (
    <Anchor component={Link} to={place}>
      {name}
    </Anchor>
  );
};

const PartnerLink = ({ entry: { partnerId, partnerName } }: Props) => (
  <Anchor component={Link} to={`/partners/${partnerId}`}>
    {partnerName ?? partnerId}
  </Anchor>
);

const UserLink = ({ entry: { userId, user } }: Props) => (
  <Anchor component={Link} to={`/users/${userId}`}>
    {user === null ? userId : `${user.name}, ${user.email}`}
  </Anchor>
);
