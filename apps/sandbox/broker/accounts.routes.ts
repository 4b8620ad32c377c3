import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readBy } from '../http/read.js';
import { applicationSchema, kycResults } from './account.rules.js';
import type { Account, Accounts } from './accounts.js';
import { unauthorized, unprocessable } from './broker-error.js';
import type { ConfigurationTable } from './configurations.js';

const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be a date-time')
  .transform((text) => new Date(text).toISOString())
  .optional();

const listSchema = z.object({
  query: z.string().default(''),
  status: z.string().nullable().default(null),
  created_after: moment,
  created_before: moment,
  sort: z.enum(['asc', 'desc']).default('desc'),
  entities: z.string().optional(),
});

export const accountRoutes = (
  app: FastifyInstance,
  accounts: Accounts,
  configurations: ConfigurationTable,
): void => {
  const extended = (account: Account) => {
    const settings = configurations.explicit(account.id);
    const body = extendedBody(account);
    return settings === null ? body : { ...body, trading_configurations: settings };
  };

  app.post('/v1/accounts', ({ body }) =>
    accountBody(accounts.open(readBy(applicationSchema, body, unprocessable))),
  );

  app.get('/v1/accounts', ({ query: parameters }) => {
    const { query, entities, ...filter } = readBy(listSchema, parameters, unprocessable);
    const found = accounts.search(query, filter).map(extended);
    return entities === undefined ? found : found.map((each) => only(each, entities.split(',')));
  });

  app.get<{ Params: { id: string } }>('/v1/accounts/:id', ({ params }) => {
    const account = accounts.find(params.id);
    // The real broker returns 401 here, not 404.
    if (account === null) throw unauthorized();
    return extended(account);
  });
};

const ENTITIES = [
  ...['agreements', 'contact', 'disclosures', 'documents', 'identity'],
  ...['trading_configurations', 'trusted_contact'],
];

/** Removes entities that were not requested. */
const only = (body: object, entities: readonly string[]): object =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => !ENTITIES.includes(name) || entities.includes(name)),
  );

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
  const { application, shown } = account;
  const { contact, identity } = application;
  return {
    ...accountBody(account),
    ...(shown.id === undefined ? {} : { id: shown.id }),
    contact: shown.email === undefined ? contact : { ...contact, email_address: shown.email },
    account_name: `${identity.given_name} ${identity.family_name}`,
    kyc_results: kycResults(account),
  };
};
