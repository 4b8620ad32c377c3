import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { longIt } from '../../support/long.js';
import { type Answer, type RawOptions, Service, call } from '../../support/service.js';
import { type Operation, describedOperations } from '../../support/described-api.js';
import { KycPartner } from '../kyc/kyc-partner.js';
import { type Expected, mutationsOf } from './mutations.js';
import { queryMutationsOf, requiredOnes } from './query-mutations.js';

const AT_ONCE = 8;
/** The body is in the identity provider's format, and the signature is checked first. */
const SIGNED = 'receiveIdentityNotification';

const operations = describedOperations().filter(({ id }) => id !== SIGNED);

let service: Service;
let token: string;
/** A verification that waits for documents. Other verifications are refused before the body is read. */
let verificationId: string;
let requests = 0;

beforeAll(async () => {
  service = await Service.start({ PARTNER_RATE_PER_S: '100000' });
  const { apiKey, email, password } = service.demo.partner;
  const headers = { 'api-key': apiKey };
  const login = { headers, body: { email, password } };
  const { body } = await call(service.api, 'POST', '/v1/auth/login', login);
  token = String(body['authToken']);
  const partner = await KycPartner.logIn(service);
  verificationId = await partner.started(await partner.register());
});

afterAll(async () => {
  console.log(`${requests} wrong requests to ${operations.length} operations`);
  await service.stop();
});

const pathOf = ({ path }: Operation): string => path.replace(/\{\w+\}/g, () => randomUUID());
const readPathOf = (operation: Operation): string =>
  pathOf({ ...operation, path: operation.path.replace('{verificationId}', verificationId) });

const send = (
  { method, credential }: Operation,
  path: string,
  options: RawOptions = {},
): Promise<Answer> => {
  requests += 1;
  const headers = { ...credentials(credential), ...options.headers };
  return call(service.api, method, path, { ...options, headers });
};

const credentials = (credential: Operation['credential']): Record<string, string> =>
  credential === null
    ? {}
    : credential === 'token'
      ? { authorization: `bearer ${token}` }
      : { 'api-key': service.demo.secondPartner.apiKey };

const json = { 'content-type': 'application/json' };

/** Returns the error of a response, or null for a correct response. */
const complaint = (answer: Answer, expected: Expected, pointer: string): string | null => {
  const { status, body } = answer;
  const errors = (body['errors'] ?? []) as { pointer?: string; code: string }[];
  const reported = `${status} ${JSON.stringify(body).slice(0, 300)}`;
  if (status >= 500) return reported;
  const names = errors.length > 0 && errors.every((each) => isAbout(each.pointer, pointer));
  switch (expected) {
    case 'shape':
      return status === 400 && names ? null : reported;
    case 'content':
      return status === 422 && names ? null : reported;
    case 'refused':
      return (status === 400 || status === 422) && names ? null : reported;
    case 'unknown id':
      return status === 404 ? null : reported;
    case 'taken':
      return status !== 400 ? null : reported;
  }
};

/** Matches the field, its content, or the list of a missing item. */
const isAbout = (named: string | undefined, pointer: string): boolean =>
  named === pointer ||
  named?.startsWith(`${pointer}/`) === true ||
  (/\/\d+$/.test(pointer) && named === pointer.replace(/\/\d+$/, ''));

type Try = { readonly what: string; readonly pointer: string; readonly expected: Expected };

/** Sends all mutations, a few at once, and returns the wrong responses. */
const wrongOnes = async <T extends Try>(tries: T[], sendOne: (one: T) => Promise<Answer>) => {
  const wrong: string[] = [];
  for (let i = 0; i < tries.length; i += AT_ONCE)
    await Promise.all(
      tries.slice(i, i + AT_ONCE).map(async (one) => {
        const said = await sendOne(one).then(
          (answer) => complaint(answer, one.expected, one.pointer),
          (error: unknown) => String(error),
        );
        if (said !== null)
          wrong.push(`${one.pointer} ${one.what}: wanted ${one.expected}: ${said}`);
      }),
    );
  return wrong;
};

const NO_JSON = [
  ...['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'nonsense'],
  ...['application/x-www-form-urlencoded', 'application/vnd.api+json', 'application/jsonx'],
  ...['application/json; charset=utf-16', 'application/json, text/plain'],
];

const withBody = operations.filter(({ body }) => body !== null);

describe('a body', () => {
  it.each(withBody.map((each): [string, Operation] => [`${each.method} ${each.path}`, each]))(
    'of %s is accepted as in the document',
    async (_, operation) => {
      const { status, body } = await send(operation, pathOf(operation), {
        body: operation.body?.example,
      });
      const isGood = status < 500 && status !== 400 && status !== 422;
      expect({ isGood, status, body }).toMatchObject({ isGood: true });
    },
  );

  it.each(withBody.map((each): [string, Operation] => [`${each.method} ${each.path}`, each]))(
    'of %s is refused with the wrong field',
    async (_, operation) => {
      const { schema = {}, example } = operation.body ?? {};
      const wrong = await wrongOnes(mutationsOf(schema, example), ({ text, expected }) => {
        const path = expected === 'taken' ? pathOf(operation) : readPathOf(operation);
        return send(operation, path, { raw: text, headers: json });
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each(withBody.map((each): [string, Operation] => [`${each.method} ${each.path}`, each]))(
    'of %s must have the media type JSON',
    async (_, operation) => {
      const raw = JSON.stringify(operation.body?.example);
      for (const type of NO_JSON) {
        const headers = { 'content-type': type };
        const { status, body } = await send(operation, readPathOf(operation), { raw, headers });
        expect({ type, status, code: body['code'] }).toEqual({
          type,
          status: 415,
          code: 'media_type_unsupported',
        });
      }
    },
  );
});

describe('a query', () => {
  const reads = operations.filter(
    ({ method, credential }) => method === 'GET' && credential === 'token',
  );
  it.each(reads.map((each): [string, Operation] => [`${each.method} ${each.path}`, each]))(
    'of %s is refused with the wrong parameter',
    async (_, operation) => {
      const wrong = await wrongOnes(queryMutationsOf(operation.query), ({ query }) =>
        send(operation, `${pathOf(operation)}?${query}`),
      );
      expect(wrong).toEqual([]);
    },
  );
});

describe('an unknown name', () => {
  const codesOf = ({ body }: Answer) =>
    ((body['errors'] ?? []) as { code: string }[]).map(({ code }) => code);
  it('is reported for every query and every body', async () => {
    const reported = new Map<string, readonly string[]>();
    for (const each of operations.filter(({ credential }) => credential !== null)) {
      const name = `${each.method} ${each.path}`;
      const example = each.body === null ? {} : { body: each.body.example };
      const query = [...requiredOnes(each.query), 'extra=1'].join('&');
      reported.set(
        `query of ${name}`,
        codesOf(await send(each, `${pathOf(each)}?${query}`, example)),
      );
      if (each.body === null) continue;
      const body = { ...(each.body.example as object), extra: 1 };
      reported.set(`body of ${name}`, codesOf(await send(each, readPathOf(each), { body })));
    }
    for (const [where, codes] of reported)
      expect([where, codes]).toEqual([
        where,
        [where.startsWith('query') ? 'parameter_unknown' : 'field_unknown'],
      ]);
    expect(reported.size).toBeGreaterThan(withBody.length);
  });
});

describe('an id in a path', () => {
  const IDS = ['1', 'null', 'undefined', '-', '%00', '%20', '..%2f..', '李', 'x'.repeat(3_000)];
  const withId = operations.filter(({ pathNames }) => pathNames.length > 0);
  it.each(withId.map((each): [string, Operation] => [`${each.method} ${each.path}`, each]))(
    'of %s is not found if it is not a UUID',
    async (_, operation) => {
      const tries = IDS.map((id) => ({ what: id, pointer: '', expected: 'unknown id' as const }));
      const wrong = await wrongOnes(tries, ({ what }) =>
        send(operation, operation.path.replace(/\{\w+\}/g, what), {
          ...(operation.body === null ? {} : { body: operation.body.example }),
        }),
      );
      expect(wrong).toEqual([]);
    },
  );
});

describe('a body of 100 MB', () => {
  const MB = 1e6;
  const peakMb = () => {
    const status = readFileSync(`/proc/${service.pid('api')}/status`, 'utf8');
    return (Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / MB;
  };
  /** Returns the status, or null if the connection broke before the whole body was sent. */
  const statusOf = async ({ method, path, credential }: Operation): Promise<number | null> => {
    const body = `{"a":"${'a'.repeat(100 * MB)}"}`;
    const headers = { ...json, ...credentials(credential) };
    const options = { method, headers, body, signal: AbortSignal.timeout(BACKSTOP_MS) };
    const url = `${service.api}${path.replace(/\{\w+\}/g, () => randomUUID())}`;
    return fetch(url, options).then(
      ({ status }) => status,
      () => null,
    );
  };

  longIt('is refused by all routes without a growth of memory', async () => {
    for (const operation of withBody) expect([413, null]).toContain(await statusOf(operation));
    const peak = peakMb();
    console.log(`API at its peak after all of it: ${peak.toFixed(0)} MB`);
    expect(peak).toBeLessThan(300);
  });
});
