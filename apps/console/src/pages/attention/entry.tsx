import { Code, Group, Paper, Stack, Title } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { DescriptionList, Money, PageLink, Status, Time } from '../../ui/index.js';
import { pathFor } from '../find/path-for.js';
import { RepeatCount } from '../records/history.js';
import { sentenceOf } from '../records/timeline-words.js';
import { Actions } from './actions.js';
import { headlineOf } from './headlines.js';

type Props = { readonly entry: Schemas['AttentionEntry'] };
type EntryProps = Props & {
  /** Whether the work has continued since the entry was first shown. */
  readonly isGone: boolean;
};

/** Cause, start, attempts and next steps of an entry. */
export const Entry = ({ entry, isGone }: EntryProps) => {
  const { role } = useSession();
  const { kind, since, lastError, next, partnerId, partnerName, userId, user, amount } = entry;
  return (
    <Paper withBorder p="lg" radius="md" component="article" aria-label={entry.id}>
      <Stack gap="sm">
        <Group>
          <Title order={2} size="h4" className="wraps">
            {headlineOf(entry)}
          </Title>
          <Status is={isGone ? 'gone on' : entry.urgent ? 'urgent' : entry.state} />
        </Group>
        <DescriptionList
          facts={{
            About: <Subject entry={entry} />,
            Partner: partnerId !== null && (
              <PageLink to={`/partners/${partnerId}`}>{partnerName ?? partnerId}</PageLink>
            ),
            User: userId !== null && (
              <PageLink to={`/users/${userId}`}>
                {user === null ? userId : `${user.name}, ${user.email}`}
              </PageLink>
            ),
            Amount: amount !== null && <Money amount={amount} alone />,
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
                  <RepeatCount times={times} lastAt={lastAt} />
                </li>
              ))}
            </ol>
          </details>
        )}
        {role === 'operator' && kind !== 'finding' && (
          <div inert={isGone} className={isGone ? 'inert' : undefined}>
            <Actions entry={entry} />
          </div>
        )}
      </Stack>
    </Paper>
  );
};

const triesOf = ({ tries, lastTriedAt, lastError }: Props['entry']) => ({
  Tried:
    lastTriedAt === null ? (
      'no attempt failed, but the work takes long'
    ) : (
      <>
        failed {tries === 1 ? 'once' : `${tries} times`}, look-ups included, last at{' '}
        <Time at={lastTriedAt} seconds />
      </>
    ),
  'Last error': lastError === null ? 'none' : <Code>{lastError}</Code>,
});

const Subject = ({ entry: { kind, about, subjectId } }: Props) => {
  const place = pathFor(about, subjectId);
  const name = kind === 'finding' ? about : `${about} ${subjectId}`;
  return place === null ? name : <PageLink to={place}>{name}</PageLink>;
};
