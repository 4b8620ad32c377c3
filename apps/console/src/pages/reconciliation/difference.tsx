import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { DescriptionList, Time } from '../../ui/index.js';
import { Action, Dismiss } from './actions.js';
import { HEADLINES } from './headlines.js';

type Props = { readonly difference: Schemas['ReconciliationDifference'] };

/** The differing records, and the next step. */
export const Difference = ({ difference }: Props) => {
  const { role } = useSession();
  const { id, kind, what, remedyFor, amount, openedAt, dismissed } = difference;
  return (
    <Paper withBorder p="lg" radius="md" component="article" aria-label={id}>
      <Stack gap="sm">
        <Title order={3} size="h4">
          {HEADLINES[kind]}
        </Title>
        <Text className="wraps">{what}</Text>
        <DescriptionList
          facts={{
            ...linksOf(difference),
            ...(amount === null ? {} : { 'The broker has more by': `${amount} dollars` }),
            'Found at': <Time at={openedAt} seconds />,
            ...(dismissed === null
              ? { 'What to do': remedyFor }
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
            <Action difference={difference} isOperator={role === 'operator'} />
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
