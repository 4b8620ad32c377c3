import { randomUUID } from 'node:crypto';
import {
  type Answer,
  type Json,
  PartnerClient,
  type Service,
  call,
} from '../../support/service.js';
import { png } from '../../support/images.js';

export type File = { readonly type: string; readonly content: string };

export const problem = (status: number, code: string) => ({ status, body: { code } });

export const fileOf = (type: string, image: Buffer = png()): File => ({
  type,
  content: image.toString('base64'),
});

/** A partner's requests about verifications. */
export class KycPartner {
  private constructor(
    private readonly service: Service,
    readonly client: PartnerClient,
  ) {}

  static async logIn(service: Service): Promise<KycPartner> {
    return KycPartner.of(service, await PartnerClient.logIn(service));
  }

  static of(service: Service, client: PartnerClient): KycPartner {
    return new KycPartner(service, client);
  }

  async register(familyName = 'Lovelace'): Promise<string> {
    const email = `user-${randomUUID()}@kyc.example`;
    const user = { name: 'Ada', familyName, email, countryCode: 'USA' };
    return String((await this.client.post('/v1/user', user)).body['id']);
  }

  start(userId: string, changes: Json = {}): Promise<Answer> {
    return this.client.post('/v1/auth/verify', {
      ...{ userId, verificationType: 'identity', documentType: 'passport', country: 'US' },
      ...changes,
    });
  }

  /** Starts a verification and returns its id. */
  async started(userId: string, changes: Json = {}): Promise<string> {
    return String((await this.start(userId, changes)).body['verificationId']);
  }

  upload(id: string, files: readonly File[] = [fileOf('front')], changes: Json = {}) {
    return this.client.post(`/v1/auth/verify/${id}/documents`, {
      ...{ documentType: 'passport', files },
      ...changes,
    });
  }

  async show(id: string): Promise<Json> {
    return (await this.client.get(`/v1/auth/verify/${id}`)).body;
  }

  /** Returns the verification once it has this status, or its state at the time limit. */
  until(id: string, status: string): Promise<Json> {
    const isThere = (body: Json) => body['status'] === status;
    return this.client.until(`/v1/auth/verify/${id}`, isThere);
  }

  async user(userId: string): Promise<Json> {
    return (await this.client.get(`/v1/users/${userId}`)).body;
  }

  /** Lets the provider's reviewer decide all open verifications of this user. */
  review(userId: string, outcome: 'pass' | 'fail'): Promise<Answer> {
    const path = `/control/identity/${userId}`;
    return call(this.service.sandbox, 'POST', path, { body: { outcome } });
  }

  faults(match: string, mode: string, count = 1): Promise<Answer> {
    const body = { side: 'identity', match, mode, count };
    return call(this.service.sandbox, 'POST', '/control/faults', { body });
  }

  noFaults(): Promise<Answer> {
    return call(this.service.sandbox, 'DELETE', '/control/faults');
  }
}
