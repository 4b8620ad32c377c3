import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { DescriptionList, PageLink, Time } from '../../ui/index.js';
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
            'The broker has more by': amount !== null && `${amount} dollars`,
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
}: Props['difference']): Readonly<Record<string, ReactNode>> => ({
  Partner: partnerId !== null && linkTo(`/partners/${partnerId}`, partnerName ?? partnerId),
  User: userId !== null && linkTo(`/users/${userId}`, userId),
  Deposit: depositId !== null && linkTo(`/deposits/${depositId}`, depositId),
  Order: orderId !== null && linkTo(`/orders/${orderId}`, orderId),
  Period:
    settlementId !== null &&
    partnerId !== null &&
    linkTo(`/settlements/${partnerId}/${settlementId}`, settlementId),
  'Journal at the broker': journalId ?? false,
  'Order at the broker': brokerOrderId ?? false,
  'Account at the broker': accountId ?? false,
});

const linkTo = (path: string, name: string) => <PageLink to={path}>{name}</PageLink>;
