import type { FastifyInstance } from 'fastify';
import { readBy } from '../http/read.js';
import type { Accounts } from './accounts.js';
import { notFound, unprocessable } from './broker-error.js';
import { configurationsSchema } from './configuration.rules.js';
import type { ConfigurationTable } from './configuration-table.js';

type Account = { readonly Params: { readonly account: string } };

const PATH = '/v1/trading/accounts/:account/account/configurations';

export const configurationRoutes = (
  app: FastifyInstance,
  accounts: Accounts,
  configurations: ConfigurationTable,
): void => {
  const checked = (id: string): string => {
    if (accounts.find(id) === null) throw notFound('account not found');
    return id;
  };

  app.get<Account>(PATH, ({ params }) => configurations.of(checked(params.account)));

  app.patch<Account>(PATH, ({ params, body }) => {
    const id = checked(params.account);
    configurations.change(id, readBy(configurationsSchema, body, unprocessable));
    return configurations.of(id);
  });
};
