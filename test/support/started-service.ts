import { onboardedUser } from './onboarded-user.js';
import { PartnerClient, Service } from './service.js';
import { leasedService } from './shared-service/shared-service.js';

/** Start of most tests: a service, its first partner's server, and a user. */
export type Started = {
  readonly service: Service;
  readonly client: PartnerClient;
  /** User with an `ACTIVE` broker account. */
  readonly userId: string;
};

export const startedService = (settings: Record<string, string> = {}): Promise<Started> =>
  begin(Service.start(settings));

/** Uses a service that is lent to this file. */
export const startedOnLoan = (): Promise<Started> => begin(leasedService());

const begin = async (starting: Promise<Service>): Promise<Started> => {
  const service = await starting;
  const client = await PartnerClient.logIn(service);
  return { service, client, userId: await onboardedUser(service, client) };
};
