import { type Answer, type Service, type StaffDemo, call } from './service.js';
import { codeOf, presentStep, untilStep } from './totp.js';

/** Step of the last code of each secret, because each sign-in needs a new code. */
const used = new Map<string, number>();

/**
 * Returns an unused code that stays valid for at least half a minute. Waits for a new code if all
 * valid codes are used.
 */
export const freshCode = async (secret: string): Promise<string> => {
  const step = Math.max(presentStep(), (used.get(secret) ?? 0) + 1);
  used.set(secret, step);
  await untilStep(step - 1);
  return codeOf(secret, step);
};

export type StaffSignIn = Omit<StaffDemo, 'totpSecret'> & { readonly code: string };

/** A staff member that calls the API like the console. */
export class StaffClient {
  private constructor(
    private readonly api: string,
    readonly cookie: string,
  ) {}

  static async signIn(api: string, who: StaffDemo): Promise<StaffClient> {
    const answer = await StaffClient.tryToSignIn(api, {
      email: who.email,
      password: who.password,
      code: await freshCode(who.totpSecret),
    });
    const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
    if (answer.status !== 200) throw new Error(`not signed in: ${JSON.stringify(answer.body)}`);
    return new StaffClient(api, cookie);
  }

  static tryToSignIn(api: string, body: Partial<StaffSignIn>): Promise<Answer> {
    return call(api, 'POST', '/staff/sign-in', { headers: { origin: api }, body });
  }

  static async ofDemo(service: Service, role: 'operator' | 'finance'): Promise<StaffClient> {
    return StaffClient.signIn(service.api, service.demo[role]);
  }

  get(path: string): Promise<Answer> {
    return call(this.api, 'GET', path, { headers: this.headers });
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.send('POST', path, body);
  }

  send(method: string, path: string, body?: unknown): Promise<Answer> {
    return call(this.api, method, path, { headers: this.headers, body });
  }

  get headers() {
    return { cookie: this.cookie, origin: this.api };
  }
}
