import { randomUUID } from 'node:crypto';
import { type PartnerClient, type Service } from './service.js';

type Person = { readonly familyName?: string; readonly email?: string };

/** Creates a user whose broker account is `ACTIVE`, unless the family name makes the sandbox stop earlier. */
export const onboardedUser = async (
  service: Service,
  client: PartnerClient,
  { familyName = 'Lovelace', email = `user-${randomUUID()}@users.example` }: Person = {},
): Promise<string> => {
  const registration = { name: 'Ada', familyName, email, countryCode: 'USA' };
  const { body: user } = await client.post('/v1/user', registration);
  const userId = String(user['id']);
  const { body: session } = await client.post(`/v1/onboarding/${userId}/session-token`, {});
  await service.control('POST', `/onboarding/${String(session['token'])}`, {});
  await client.until(
    `/v1/onboarding/${userId}/trader-profile`,
    ({ brokerAccountStatus }) => brokerAccountStatus === 'ACTIVE',
  );
  return userId;
};
