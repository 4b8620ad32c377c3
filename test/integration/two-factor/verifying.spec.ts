import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Apis, newPartner, openApis } from '../../support/apis.js';
import { logIn } from '../../support/log-in.js';
import { call } from '../../support/service.js';
import { codeOf, steadyStep } from '../../support/totp.js';

let apis: Apis;
let urls: string[];
let headers: Record<string, string>;

beforeAll(async () => {
  apis = await openApis();
  urls = await Promise.all([apis.start(), apis.start()]);
  const { body } = await logIn(urls[0]!, await newPartner(apis));
  headers = { authorization: `bearer ${String(body['authToken'])}` };
});

afterAll(() => apis.close());

const post = (process: number, path: string, body: unknown) =>
  call(urls[process % 2]!, 'POST', path, { headers, body });

const enabled = async (name: string) => {
  const person = { name, familyName: 'B', email: `${name}@users.example`, countryCode: 'USA' };
  const { body: user } = await post(0, '/v1/user', person);
  const userId = String(user['id']);
  const { body } = await post(0, '/v1/auth/2fa/enable', { userId, type: 'authenticator' });
  return { userId, secret: String(body['secret']) };
};

describe('two processes', () => {
  it('call the same code right once between them', async () => {
    for (const name of ['ada', 'grace', 'edsger', 'barbara', 'alan']) {
      const { userId, secret } = await enabled(name);
      const code = codeOf(secret, await steadyStep());
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, i) => post(i, '/v1/auth/2fa/verify', { userId, code })),
      );
      const verdicts = answers.map(({ body }) => body['verified']);
      expect(verdicts.filter((each) => each === true)).toHaveLength(1);
      expect(verdicts.filter((each) => each === false)).toHaveLength(5);
    }
  });
  it('leave one secret that works, of many issued at once', async () => {
    const { userId } = await enabled('annie');
    const issued = await Promise.all(
      [0, 1, 2, 3].map((i) => post(i, '/v1/auth/2fa/enable', { userId, type: 'authenticator' })),
    );
    const step = await steadyStep();
    const secrets = issued.filter(({ status }) => status === 200).map(({ body }) => body['secret']);
    const answers = [];
    for (const secret of secrets)
      answers.push(
        await post(0, '/v1/auth/2fa/verify', { userId, code: codeOf(String(secret), step) }),
      );
    expect(answers.filter(({ body }) => body['verified'] === true)).toHaveLength(1);
  });
});
