import { Code } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { Schemas } from '../../api/client.js';
import { useGet } from '../../api/queries.js';
import {
  DescriptionList,
  Money,
  Page,
  PageLink,
  Section,
  Status,
  decimalOf,
  sharesOf,
} from '../../ui/index.js';
import { useAttentionFor } from '../attention/attention-queries.js';
import { headlineOf } from '../attention/headlines.js';
import { usePartnerNames } from '../partners/partner-queries.js';
import { nameOf } from '../users/name-of.js';
import { orderWords } from '../users/order-words.js';
import { useUser } from '../users/user-queries.js';
import { Decide } from '../verifications/decide.js';
import { History } from './history.js';

type RecordProps = {
  readonly name: string;
  readonly history: Parameters<typeof History>[0]['query'];
  /** Known properties of the present state. */
  readonly facts?: Readonly<Record<string, ReactNode>>;
  /** Actions on the record of this user. */
  readonly actions?: (userId: string) => ReactNode;
};

/** A deposit, an order or a verification: its state, its user, and its history. */
const RecordPage = ({ name, history, facts, actions }: RecordProps) => {
  const { id = '' } = useParams();
  const entries = useAttentionFor(id);
  const userId = history.data?.events[0]?.data['userId'];
  const isKnown = typeof userId === 'string';
  return (
    <Page title={name}>
      <DescriptionList
        facts={{
          ...facts,
          'Needs attention': entries.length > 0 && <Wanted entries={entries} />,
          User: isKnown ? <Whose userId={userId} /> : 'not known yet',
          Partner: isKnown && <WhosePartner userId={userId} />,
          Id: <Code>{id}</Code>,
        }}
      />
      {isKnown && actions?.(userId)}
      <Section title="What happened">
        <History query={history} />
      </Section>
    </Page>
  );
};

const Wanted = ({ entries }: { readonly entries: readonly Schemas['AttentionEntry'][] }) =>
  entries.map((entry) => (
    <div key={entry.id}>
      <PageLink to="/attention">{headlineOf(entry)}</PageLink> <Status is={entry.state} />
    </div>
  ));

const Whose = ({ userId }: { readonly userId: string }) => {
  const { data } = useUser(userId);
  return (
    <PageLink to={`/users/${userId}`}>
      {data === undefined ? userId : [nameOf(data), data.email ?? []].flat().join(', ')}
    </PageLink>
  );
};

const WhosePartner = ({ userId }: { readonly userId: string }) => {
  const { data } = useUser(userId);
  const names = usePartnerNames();
  if (data === undefined) return null;
  const { partnerId } = data;
  return <PageLink to={`/partners/${partnerId}`}>{names.get(partnerId) ?? partnerId}</PageLink>;
};

const usePath = () => ({ path: { id: useParams()['id'] ?? '' } });

export const Deposit = () => {
  const params = usePath();
  const { data } = useGet('/staff/deposits/{id}', params);
  const history = useGet('/staff/deposits/{id}/history', params);
  const name = data?.direction === 'WITHDRAWAL' ? 'Withdrawal' : 'Deposit';
  return <RecordPage name={name} history={history} facts={data && depositFacts(data)} />;
};

const depositFacts = (deposit: Schemas['StaffDeposit']) => ({
  Amount: <Money amount={decimalOf(deposit.amount)} alone />,
  Fee: <Money amount={decimalOf(deposit.fee)} alone />,
  Net: <Money amount={decimalOf(deposit.netAmount)} alone />,
  Period:
    deposit.settlement === null ? (
      'none yet'
    ) : (
      <PageLink to={`/settlements/${deposit.partnerId}/${deposit.settlement.id}`}>
        {deposit.settlement.number}
      </PageLink>
    ),
  ...stateFacts(deposit),
});

export const Order = () => {
  const params = usePath();
  const { data } = useGet('/staff/orders/{id}', params);
  const history = useGet('/staff/orders/{id}/history', params);
  return <RecordPage name="Order" history={history} facts={data && orderFacts(data)} />;
};

const orderFacts = (order: Schemas['Order']) => ({
  Wanted: orderWords(order),
  Filled: `${sharesOf(order.filledQty)} shares`,
  ...stateFacts(order),
});

type State = Pick<Schemas['Order'], 'status' | 'statusReason' | 'externalId'>;

const stateFacts = ({ status, statusReason, externalId }: State | Schemas['StaffDeposit']) => ({
  Status: <Status is={status} />,
  Reason: statusReason === '' ? false : statusReason,
  'The partner’s id': externalId,
});

export const Verification = () => {
  const params = usePath();
  const history = useGet('/staff/verifications/{id}/history', params);
  return (
    <RecordPage
      name="Verification"
      history={history}
      actions={(userId) => <Decide userId={userId} verificationId={params.path.id} />}
    />
  );
};
