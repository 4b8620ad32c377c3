import { Anchor, Code } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { Facts, Page, Section } from '../../ui/index.js';
import { Decide } from '../verifications/decide.js';
import { nameOf } from '../users/name-of.js';
import { useUser } from '../users/user-queries.js';
import { History } from './history.js';
import { type Kind, useThing } from './thing-queries.js';

/** A deposit, an order or a verification: whose it is, and what happened to it. */
const Thing = ({ kind, name }: { readonly kind: Kind; readonly name: string }) => {
  const { id = '' } = useParams();
  const query = useThing(kind, id);
  const userId = query.data?.events[0]?.data['userId'];
  return (
    <Page title={name}>
      <Facts
        facts={{
          Id: <Code>{id}</Code>,
          User: typeof userId === 'string' ? <Whose userId={userId} /> : 'not known yet',
        }}
      />
      {kind === 'verification' && typeof userId === 'string' && (
        <Decide userId={userId} verificationId={id} />
      )}
      <Section title="What happened">
        <History query={query} />
      </Section>
    </Page>
  );
};

const Whose = ({ userId }: { readonly userId: string }) => {
  const { data } = useUser(userId);
  return (
    <Anchor component={Link} to={`/users/${userId}`}>
      {data === undefined ? userId : [nameOf(data), data.email ?? []].flat().join(', ')}
    </Anchor>
  );
};

export const Deposit = () => <Thing kind="deposit" name="Deposit" />;
export const Order = () => <Thing kind="order" name="Order" />;
export const Verification = () => <Thing kind="verification" name="Verification" />;
