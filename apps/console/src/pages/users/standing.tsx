import { Anchor, Code, SimpleGrid, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client.js';
import { Facts, Status, Time } from '../../ui/index.js';
import { usePartner } from '../partners/partner-queries.js';

type Props = { readonly user: Schemas['StaffUser'] };

/** Who the user is, and how far they have come. */
export const Standing = ({ user }: Props) => {
  const partner = usePartner(user.partnerId).data;
  const { email, identity, address } = user.verificationStatus;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Facts
        facts={{
          Status: <Status is={user.status} />,
          Onboarding: <Status is={user.onboarding} />,
          'Broker account': user.profile === null ? 'none yet' : <Account user={user} />,
          Identity: <Status is={identity} />,
          Address: <Status is={address} />,
          Partner: (
            <Anchor component={Link} to={`/partners/${user.partnerId}`}>
              {partner?.name ?? user.partnerId}
            </Anchor>
          ),
          Registered: <Time at={user.createdAt} />,
        }}
      />
      <Facts
        facts={{
          'E-mail': (
            <>
              {user.email ?? 'erased'} <Status is={email} />
            </>
          ),
          Phone: user.phone ?? 'not given',
          'Date of birth': user.dateOfBirth ?? 'not given',
          Country: user.country ?? 'erased',
          'The partner’s id': user.externalId ?? 'not given',
          Id: <Code>{user.id}</Code>,
        }}
      />
    </SimpleGrid>
  );
};

/** The broker's own words beside those that the partner reads. */
const Account = ({ user: { profile, accountAtBroker } }: Props) => (
  <>
    {profile?.brokerAccountNumber} <Status is={profile?.brokerAccountStatus ?? ''} />{' '}
    {profile?.statusReason}
    {(accountAtBroker?.blocks ?? []).map((block) => (
      <Status key={block} is={block} />
    ))}
    {accountAtBroker?.reason === null ? null : <Text size="sm">{accountAtBroker?.reason}</Text>}
  </>
);
