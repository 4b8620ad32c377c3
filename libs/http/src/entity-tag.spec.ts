import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import { sendEntityTags } from './entity-tag.js';

let server: FastifyInstance;
let content = { n: 1 };

beforeAll(() => {
  server = fastify();
  sendEntityTags(server);
  server.get('/tagged', { config: { hasEntityTag: true } }, () => content);
  server.get('/missing', { config: { hasEntityTag: true } }, (_, reply) =>
    reply.code(404).send(content),
  );
  server.get('/plain', () => content);
});
afterAll(() => server.close());

const get = (url: string, tag?: string) =>
  server.inject({ url, headers: tag === undefined ? {} : { 'if-none-match': tag } });
const tagOf = async () => String((await get('/tagged')).headers['etag']);

describe('a tagged response', () => {
  it('has a tag that follows the content', async () => {
    const before = await tagOf();
    expect(before).toMatch(/^"[\w-]{43}"$/);
    expect(await tagOf()).toBe(before);
    content = { n: 2 };
    expect(await tagOf()).not.toBe(before);
  });

  it.each<[string, (tag: string) => string, number]>([
    ['the tag', (tag) => tag, 304],
    ['the tag as weak', (tag) => `W/${tag}`, 304],
    ['the tag among others', (tag) => `"x", ${tag}`, 304],
    ['any tag', () => '*', 304],
    ['another tag', () => '"x"', 200],
  ])('to a caller with %s', async (_, given, status) => {
    const answer = await get('/tagged', given(await tagOf()));
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toBe(status === 304 ? '' : JSON.stringify(content));
    expect(answer.headers['cache-control']).toBe('private, no-cache');
  });
});

describe('a response without a tag', () => {
  it.each(['/missing', '/plain'])('at %s is whole', async (url) => {
    const answer = await get(url, '*');
    expect(answer.headers['etag']).toBeUndefined();
    expect(answer.json()).toEqual(content);
  });
});
