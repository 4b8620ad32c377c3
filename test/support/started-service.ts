import { onboardedUser } from './onboarded-user.js';
import { PartnerClient, Service } from './service.js';

/** What most tests begin with: a service of its own, its first partner's server, and a user. */
export type Started = {
  readonly service: Service;
  readonly client: PartnerClient;
  /** Whose broker account is `ACTIVE`. */
  readonly userId: string;
};

export const startedService = async (settings: Record<string, string> = {}): Promise<Started> => {
  const service = await Service.start(settings);
  const client = await PartnerClient.logIn(service);
  return { service, client, userId: await onboardedUser(service, client) };
};
