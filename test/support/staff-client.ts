import { type Answer, type Service, type StaffDemo, call } from './service.js';
import { codeOf, presentStep, untilStep } from './totp.js';

/** The step of the last code of each secret: every sign-in needs one of its own. */
const used = new Map<string, number>();

/**
 * A code that was not used and is good for half a minute at least, however slow the machine is; waits
 * for one when those are used.
 */
export const freshCode = async (secret: string): Promise<string> => {
  const step = Math.max(presentStep(), (used.get(secret) ?? 0) + 1);
  used.set(secret, step);
  await untilStep(step - 1);
  return codeOf(secret, step);
};

export type StaffSignIn = Omit<StaffDemo, 'totpSecret'> & { readonly code: string };

/** One of the staff, as the console asks for them. */
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
