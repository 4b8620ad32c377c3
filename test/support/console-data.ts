import { randomUUID } from 'node:crypto';
import { png } from './images.js';
import { onboardedUser } from './onboarded-user.js';
import { PartnerClient, type Service } from './service.js';

export type ConsoleData = {
  readonly partnerId: string;
  readonly userId: string;
  readonly email: string;
  readonly depositId: string;
  readonly orderId: string;
  readonly verificationId: string;
};

/** Creates a user with all kinds of records, and a verification that waits for a reviewer. */
export const fillConsole = async (
  service: Service,
  email = `ada-${randomUUID().slice(0, 8)}@users.example`,
): Promise<ConsoleData> => {
  const partner = await PartnerClient.logIn(service);
  const userId = await onboardedUser(service, partner, { email });
  const [depositId] = await Promise.all(
    ['250.00', '1200.50', '75.13'].map((amount, i) => deposit(partner, userId, amount, i)),
  );
  const order = { userId, symbol: 'AAPL', side: 'buy', qty: 0, amount: 100, externalId: 'order-1' };
  const { body: placed } = await partner.post('/v1/orders', order);
  await partner.until(`/v1/orders/${String(placed['id'])}`, ({ status }) => status === 'filled');
  const verificationId = await waitingVerification(partner);
  return {
    ...{ partnerId: service.demo.partner.id, userId, email, verificationId },
    ...{ depositId: depositId!, orderId: String(placed['id']) },
  };
};

const deposit = async (partner: PartnerClient, userId: string, amount: string, i: number) => {
  const body = { userId, direction: 'DEPOSIT', amount, externalId: `deposit-${i + 1}` };
  const { body: asked } = await partner.post('/v1/funding', body);
  const path = `/v1/funding/${String(asked['id'])}`;
  await partner.until(path, ({ status }) => status === 'completed' || status === 'failed');
  return String(asked['id']);
};

const waitingVerification = async (partner: PartnerClient): Promise<string> => {
  const person = { name: 'Grace', familyName: 'Hopper Review', countryCode: 'USA' };
  const { body: user } = await partner.post('/v1/user', {
    ...person,
    email: 'grace@users.example',
  });
  const about = { userId: user['id'], verificationType: 'identity', documentType: 'passport' };
  const { body: started } = await partner.post('/v1/auth/verify', { ...about, country: 'US' });
  const id = String(started['verificationId']);
  const files = [{ type: 'front', content: png().toString('base64') }];
  await partner.post(`/v1/auth/verify/${id}/documents`, { documentType: 'passport', files });
  return id;
};
