import { Anchor, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { Ask, Facts, Reason, Time } from '../../ui/index.js';
import { HEADLINES } from './headlines.js';
import { useDismiss, useMatch } from './reconciliation-queries.js';

type Props = { readonly difference: Schemas['ReconciliationDifference'] };

/** Which record says what, and what can be done. */
export const Difference = ({ difference }: Props) => {
  const { role } = useSession();
  const { id, kind, what, whatToDo, openedAt, dismissed, journalId } = difference;
  const isMatchable = kind.startsWith('journal_foreign') && journalId !== null;
  return (
    <Paper withBorder p="lg" radius="md" component="article" aria-label={id}>
      <Stack gap="sm">
        <Title order={3} size="h4">
          {HEADLINES[kind]}
        </Title>
        <Text className="wraps">{what}</Text>
        <Facts
          facts={{
            ...linksOf(difference),
            'Found at': <Time at={openedAt} seconds />,
            ...(dismissed === null
              ? { 'What to do': whatToDo }
              : {
                  Dismissed: (
                    <>
                      {dismissed.reason} ({dismissed.by}, <Time at={dismissed.at} />)
                    </>
                  ),
                }),
          }}
        />
        {dismissed === null && (
          <Group gap="sm">
            {isMatchable && role === 'operator' && <Match journalId={journalId} />}
            <Dismiss id={id} openedAt={openedAt} />
          </Group>
        )}
      </Stack>
    </Paper>
  );
};

const linksOf = ({
  partnerId,
  partnerName,
  userId,
  depositId,
  orderId,
  settlementId,
  journalId,
  brokerOrderId,
  accountId,
}: Schemas['ReconciliationDifference']): Record<string, ReactNode> => ({
  ...(partnerId === null
    ? {}
    : { Partner: to(`/partners/${partnerId}`, partnerName ?? partnerId) }),
  ...(userId === null ? {} : { User: to(`/users/${userId}`, userId) }),
  ...(depositId === null ? {} : { Deposit: to(`/deposits/${depositId}`, depositId) }),
  ...(orderId === null ? {} : { Order: to(`/orders/${orderId}`, orderId) }),
  ...(settlementId === null || partnerId === null
    ? {}
    : { Period: to(`/settlements/${partnerId}/${settlementId}`, settlementId) }),
  ...(journalId === null ? {} : { 'Journal at the broker': journalId }),
  ...(brokerOrderId === null ? {} : { 'Order at the broker': brokerOrderId }),
  ...(accountId === null ? {} : { 'Account at the broker': accountId }),
});

const to = (place: string, name: string) => (
  <Anchor component={Link} to={place}>
    {name}
  </Anchor>
);

const Dismiss = ({ id, openedAt }: Pick<Props['difference'], 'id' | 'openedAt'>) => {
  // It may say something else while a reason is typed.
  const [seen, setSeen] = useState(openedAt);
  const dismiss = useDismiss(id, seen);
  return (
    <Ask title="Dismiss" verb="Dismiss it" mutation={dismiss} onOpen={() => setSeen(openedAt)}>
      <Text size="sm">
        It leaves the open ones, and comes again only if it says something else than now. Neither
        the books nor the broker change.
      </Text>
      <Reason description="Kept in the log, with your name." error={dismiss.error} />
    </Ask>
  );
};

const Match = ({ journalId }: { readonly journalId: string }) => {
  const match = useMatch(journalId);
  return (
    <Ask
      title="Match with a deposit"
      verb="Match it"
      mutation={match}
      primary
      done={({ status, credited }) => (
        <Text size="sm">
          The deposit is {status}; the user has {credited} dollars of it. The next run finds this
          difference gone.
        </Text>
      )}
    >
      <Text size="sm">
        The journal counts for the deposit from now on, and the books follow. It cannot be undone.
      </Text>
      <TextInput
        name="depositId"
        label="Id of the deposit"
        description="Of the same user, as its page shows it."
        required
      />
      <Reason description="Kept in the log, with your name." error={match.error} />
    </Ask>
  );
};
