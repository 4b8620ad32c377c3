import type { FastifyInstance } from 'fastify';
import { readBy } from '../http/read.js';
import { applicationSchema, kycResults } from './account.rules.js';
import type { Account, Accounts } from './accounts.js';
import { unauthorized, unprocessable } from './broker-error.js';

type Query = { readonly query?: string; readonly status?: string };

export const accountRoutes = (app: FastifyInstance, accounts: Accounts): void => {
  app.post('/v1/accounts', ({ body }) =>
    accountBody(accounts.open(readBy(applicationSchema, body, unprocessable))),
  );

  app.get<{ Querystring: Query }>('/v1/accounts', ({ query }) =>
    accounts.search(query.query ?? '', query.status ?? null).map(extendedBody),
  );

  app.get<{ Params: { id: string } }>('/v1/accounts/:id', ({ params }) => {
    const account = accounts.find(params.id);
    // The real broker does not say "not found" here.
    if (account === null) throw unauthorized();
    return extendedBody(account);
  });
};

const accountBody = ({ id, number, status, createdAt, application }: Account) => {
  const { tax_id: _secret, ...identity } = application.identity;
  return {
    id,
    account_number: number,
    account_type: 'trading',
    status,
    crypto_status: 'INACTIVE',
    currency: 'USD',
    created_at: createdAt,
    last_equity: '0',
    enabled_assets: ['us_equity'],
    contact: application.contact,
    identity,
    disclosures: application.disclosures,
    documents: [],
    agreements: application.agreements,
    ...(application.trusted_contact === undefined
      ? {}
      : { trusted_contact: application.trusted_contact }),
  };
};

const extendedBody = (account: Account) => {
  const { identity } = account.application;
  return {
    ...accountBody(account),
    account_name: `${identity.given_name} ${identity.family_name}`,
    kyc_results: kycResults(account),
  };
};
