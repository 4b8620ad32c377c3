import type { FastifyInstance, FastifyRequest } from 'fastify';
import { basicCredentials, sameSecret } from '../http/credentials.js';
import { Refused } from '../http/refused.js';
import { sendErrors } from '../http/server.js';
import type { SandboxOptions } from '../sandbox.options.js';
import { hostedRoutes } from './hosted/hosted.routes.js';
import type { Identity } from './onboarding.js';
import { sessionRoutes } from './sessions.routes.js';
import { userRoutes } from './users.routes.js';

/** Registers the routes under `/identity`. */
export const identityRoutes = (
  app: FastifyInstance,
  identity: Identity,
  { secretKey, playbookKey }: SandboxOptions['identity'],
): void => {
  sendErrors(app, 'identity');
  hostedRoutes(app, identity);
  void app.register((withKey, _options, done) => {
    withKey.addHook('onRequest', (request, _reply, next) => {
      if (!sameSecret(keyOf(request), secretKey))
        throw new Refused(401, 'the API key is not valid');
      next();
    });
    withKey.get('/org/api_keys/check', () => ({ is_live: false, name: 'Sandbox key' }));
    sessionRoutes(withKey, identity, playbookKey);
    userRoutes(withKey, identity, playbookKey);
    withKey.all('/*', () => {
      throw new Refused(404, 'no such endpoint');
    });
    done();
  });
};

/** Reads the key from the Basic user name with an empty password, or from a header. */
const keyOf = ({ headers }: FastifyRequest): string => {
  const own = headers['x-footprint-secret-key'];
  if (typeof own === 'string') return own;
  const basic = basicCredentials(headers.authorization) ?? '';
  return basic.endsWith(':') ? basic.slice(0, -1) : '';
};
