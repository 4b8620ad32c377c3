import { describe, expect, it } from '@jest/globals';
import { type Schema, describedOperations } from '../../support/described-api.js';
import { BEYOND, type Expected, INTERFACE } from './interface-fields.js';

const operations = new Map(
  describedOperations().map((each) => [`${each.method} ${each.path}`, each]),
);

const rows = INTERFACE.map((each): [string, Expected] => [each.endpoint, each]);
const of = (endpoint: string) => {
  const found = operations.get(endpoint);
  if (found === undefined) throw new Error(`the document has no ${endpoint}`);
  return found;
};

/** `name?: type format`, in alphabetical order. */
const fieldsOf = ({ properties = {}, required = [] }: Schema): string[] =>
  Object.entries(properties)
    .map(([name, { type = '', format }]) => {
      const optional = required.includes(name) ? '' : '?';
      const types = typeof type === 'string' ? type : type.join('|');
      return `${name}${optional}: ${types}${format === undefined ? '' : ` ${format}`}`;
    })
    .sort();

describe('an endpoint in interface-fields.ts', () => {
  it.each(rows)('%s takes the fields that it says', (endpoint, { request = [], query = [] }) => {
    const { body, query: parameters } = of(endpoint);
    expect(fieldsOf(body?.schema ?? {})).toEqual(request);
    expect(parameters.map(({ name }) => name).sort()).toEqual(query);
  });

  it.each(rows)('%s answers the fields that it says', (endpoint, { answer, statuses }) => {
    const { answers } = of(endpoint);
    const good = [...answers].filter(([status]) => status < 300);
    expect(good.map(([status]) => status)).toEqual(statuses);
    for (const [, schema] of good)
      if (answer === 'array of strings')
        expect(schema).toMatchObject({ type: 'array', items: { type: 'string' } });
      else expect(fieldsOf(schema)).toEqual(answer);
  });

  it.each(rows)('%s has the statuses of its refusals', (endpoint, { refusals }) => {
    expect([...of(endpoint).answers.keys()]).toEqual(expect.arrayContaining([...refusals]));
  });
});

describe('the endpoints in interface-fields.ts', () => {
  it('are the seventeen of the interface and those that were decided beside them', () => {
    const expected = [...INTERFACE.map(({ endpoint }) => endpoint), ...BEYOND];
    expect([...operations.keys()].sort()).toEqual(expected.sort());
  });

  it('begin with /v1, but for what is no business of partners', () => {
    const others = describedOperations().filter(({ path }) => !path.startsWith('/v1/'));
    expect(others.map(({ path }) => path).sort()).toEqual([
      '/.well-known/jwks.json',
      '/.well-known/webhook-addresses.json',
      '/health/live',
      '/health/ready',
      '/openapi.json',
    ]);
  });
});

describe('the words of the interface', () => {
  const enumOf = (endpoint: string, name: string) => {
    const { answers } = of(endpoint);
    return [...answers.values()][0]?.properties?.[name]?.enum;
  };
  it.each<[string, string, string[]]>([
    [
      'GET /v1/auth/verify/{verificationId}',
      'status',
      ['pending', 'under_review', 'approved', 'rejected', 'expired'],
    ],
    ['GET /v1/users/{userId}', 'status', ['pending_verification', 'active', 'suspended', 'closed']],
    [
      'GET /v1/funding/{id}',
      'status',
      ['pending', 'processing', 'completed', 'failed', 'reversed', 'canceled'],
    ],
    [
      'GET /v1/orders/{id}',
      'status',
      [
        'pending',
        'submitted',
        'accepted',
        'partially_filled',
        'filled',
        'rejected',
        'canceled',
        'expired',
      ],
    ],
    ['GET /v1/settlements/{id}', 'status', ['open', 'closed', 'settled', 'overdue']],
  ])('%s has every %s and no other', (endpoint, name, words) => {
    expect([...(enumOf(endpoint, name) ?? [])].sort()).toEqual(words.sort());
  });

  it('pages by 100, at most 1000, from 0', () => {
    const [limit, offset] = ['limit', 'offset'].map(
      (wanted) => of('GET /v1/users').query.find(({ name }) => name === wanted)?.schema,
    );
    expect(limit).toMatchObject({ type: 'integer', default: 100, minimum: 1, maximum: 1000 });
    expect(offset).toMatchObject({ type: 'integer', default: 0, minimum: 0 });
    const status = of('GET /v1/users').query.find(({ name }) => name === 'status')?.schema.enum;
    expect(status).toEqual(expect.arrayContaining(['active', 'pending', 'suspended', 'closed']));
  });

  it('allows an externalId of fifty characters', () => {
    for (const endpoint of ['POST /v1/user', 'POST /v1/funding', 'POST /v1/orders'])
      expect(of(endpoint).body?.schema.properties?.['externalId']).toMatchObject({
        minLength: 1,
        maxLength: 50,
      });
  });

  it('honours an Idempotency-Key where it was decided', () => {
    const honoured = describedOperations().filter(({ headers }) =>
      headers.some(({ name }) => name === 'Idempotency-Key'),
    );
    expect(honoured.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'POST /v1/auth/verify',
      'POST /v1/auth/verify/{verificationId}/documents',
      'POST /v1/funding',
      'POST /v1/orders',
      'POST /v1/user',
      'POST /v1/users',
      'POST /v1/webhook-endpoints',
      'POST /v1/webhook-endpoints/{id}/recover',
      'POST /v1/webhook-endpoints/{id}/replay',
      'POST /v1/webhook-endpoints/{id}/rotate-secret',
    ]);
  });

  it('knows the codes of what is not found', () => {
    const codes = describedOperations().flatMap(({ answers }) => {
      const narrowed = answers.get(404)?.allOf?.[1]?.properties?.['code']?.enum ?? [];
      return narrowed.map(String);
    });
    expect([...new Set(codes)].sort()).toEqual([
      'account_not_found',
      'asset_not_found',
      'event_not_found',
      'order_not_found',
      'position_not_found',
      'settlement_not_found',
      'trader_profile_not_found',
      'transaction_not_found',
      'user_not_found',
      'verification_not_found',
      'webhook_delivery_not_found',
      'webhook_endpoint_not_found',
    ]);
  });
});
