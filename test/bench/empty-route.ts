import fastify from 'fastify';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { bearerToken } from '../../libs/auth/src/bearer/bearer-header.js';
import { VerifiedTokens } from '../../libs/auth/src/bearer/verified-tokens.js';

/** What reads are measured against: nothing but a token check, as the api makes it. */
const keys = (await (await fetch(process.argv[2] ?? '')).json()) as JSONWebKeySet;
const keySet = createLocalJWKSet(keys);
const verified = new VerifiedTokens<{ exp: number }>();
const app = fastify();

app.get('/', async (request, reply) => {
  const token = bearerToken(request.headers.authorization) ?? '';
  if (verified.find(token, Date.now()) === undefined) {
    const { exp } = (await jwtVerify(token, keySet)).payload;
    if (exp === undefined) return reply.code(401).send();
    verified.keep(token, { exp }, Date.now());
  }
  return {};
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
process.once('SIGTERM', () => void app.close());
