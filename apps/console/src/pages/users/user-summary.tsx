import { Code, SimpleGrid, Text } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { DescriptionList, PageLink, Status, Time } from '../../ui/index.js';
import { usePartner } from '../partners/partner-queries.js';
import { identityWords } from './identity-words.js';

type Props = { readonly user: Schemas['StaffUser'] };

/** Person and status of a user. */
export const UserSummary = ({ user }: Props) => {
  const partner = usePartner(user.partnerId).data;
  const { email, identity, address } = user.verificationStatus;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <DescriptionList
        facts={{
          Status: <Status is={user.status} />,
          Onboarding: <Status is={user.onboarding} />,
          'Broker account': user.profile === null ? 'none yet' : <Account user={user} />,
          Identity: <Status is={identityWords(identity)} />,
          Address: <Status is={address} />,
          'Watch list': user.watchListHitSince !== null && (
            <>
              <Status is="open hit" /> since <Time at={user.watchListHitSince} />
            </>
          ),
          Partner: (
            <PageLink to={`/partners/${user.partnerId}`}>
              {partner?.name ?? user.partnerId}
            </PageLink>
          ),
          Registered: <Time at={user.createdAt} />,
        }}
      />
      <DescriptionList
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

/** Status of the account for partners, and the broker's reason. */
const Account = ({ user: { profile, accountAtBroker } }: Props) => (
  <>
    {profile?.brokerAccountNumber} <Status is={profile?.brokerAccountStatus ?? ''} />{' '}
    {profile?.statusReason}
    {(accountAtBroker?.blocks ?? []).map((block) => (
      <Status key={block} is={block} />
    ))}
    {!!accountAtBroker?.reason && <Text size="sm">The broker says: {accountAtBroker.reason}</Text>}
  </>
);
