import { Anchor, Code } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import type { Schemas } from '../../api/client.js';
import {
  DescriptionList,
  Money,
  Page,
  Section,
  Status,
  decimalOf,
  sharesOf,
} from '../../ui/index.js';
import { useAttentionFor } from '../attention/attention-queries.js';
import { headlineOf } from '../attention/headlines.js';
import { Decide } from '../verifications/decide.js';
import { usePartnerNames } from '../partners/partner-queries.js';
import { nameOf } from '../users/name-of.js';
import { useUser } from '../users/user-queries.js';
import { History } from './history.js';
import { sizeOf } from '../users/size-of.js';
import { type Kind, useDeposit, useOrder, useThing } from './record-queries.js';

type ThingProps = {
  readonly kind: Kind;
  readonly name: string;
  /** Known properties of the present state. */
  readonly facts?: Readonly<Record<string, ReactNode>>;
};

/** A deposit, an order or a verification: its state, its user, and its history. */
const Thing = ({ kind, name, facts }: ThingProps) => {
  const { id = '' } = useParams();
  const query = useThing(kind, id);
  const entries = useAttentionFor(id);
  const userId = query.data?.events[0]?.data['userId'];
  const isKnown = typeof userId === 'string';
  return (
    <Page title={name}>
      <DescriptionList
        facts={{
          ...facts,
          ...(entries.length === 0 ? {} : { 'Needs attention': <Wanted entries={entries} /> }),
          User: isKnown ? <Whose userId={userId} /> : 'not known yet',
          ...(isKnown ? { Partner: <WhosePartner userId={userId} /> } : {}),
          Id: <Code>{id}</Code>,
        }}
      />
      {kind === 'verification' && isKnown && <Decide userId={userId} verificationId={id} />}
      <Section title="What happened">
        <History query={query} />
      </Section>
    </Page>
  );
};

const Wanted = ({ entries }: { readonly entries: readonly Schemas['AttentionEntry'][] }) =>
  entries.map((entry) => (
    <div key={entry.id}>
      <Anchor component={Link} to="/attention">
        {headlineOf(entry)}
      </Anchor>{' '}
      <Status is={entry.state} />
    </div>
  ));

const Whose = ({ userId }: { readonly userId: string }) => {
  const { data } = useUser(userId);
  return (
    <Anchor component={Link} to={`/users/${userId}`}>
      {data === undefined ? userId : [nameOf(data), data.email ?? []].flat().join(', ')}
    </Anchor>
  );
};

const WhosePartner = ({ userId }: { readonly userId: string }) => {
  const { data } = useUser(userId);
  const names = usePartnerNames();
  if (data === undefined) return null;
  return (
    <Anchor component={Link} to={`/partners/${data.partnerId}`}>
      {names.get(data.partnerId) ?? data.partnerId}
    </Anchor>
  );
};

export const Deposit = () => {
  const { data } = useDeposit(useParams()['id'] ?? '');
  const name = data?.direction === 'WITHDRAWAL' ? 'Withdrawal' : 'Deposit';
  return <Thing kind="deposit" name={name} facts={data && depositFacts(data)} />;
};

const depositFacts = ({
  amount,
  fee,
  netAmount,
  partnerId,
  settlement,
  status,
  statusReason,
  externalId,
}: Schemas['StaffDeposit']) => ({
  Amount: <Money amount={decimalOf(amount)} alone />,
  Fee: <Money amount={decimalOf(fee)} alone />,
  Net: <Money amount={decimalOf(netAmount)} alone />,
  Period:
    settlement === null ? (
      'none yet'
    ) : (
      <Anchor component={Link} to={`/settlements/${partnerId}/${settlement.id}`}>
        {settlement.number}
      </Anchor>
    ),
  Status: <Status is={status} />,
  ...(statusReason === '' ? {} : { Reason: statusReason }),
  'The partner’s id': externalId,
});

export const Order = () => {
  const { data } = useOrder(useParams()['id'] ?? '');
  return <Thing kind="order" name="Order" facts={data && orderFacts(data)} />;
};

const orderFacts = (order: Schemas['Order']) => ({
  Wanted: `${order.side} ${sizeOf(order)} ${order.symbol}`,
  Filled: `${sharesOf(order.filledQty)} shares`,
  Status: <Status is={order.status} />,
  ...(order.statusReason === '' ? {} : { Reason: order.statusReason }),
  'The partner’s id': order.externalId,
});

export const Verification = () => <Thing kind="verification" name="Verification" />;
