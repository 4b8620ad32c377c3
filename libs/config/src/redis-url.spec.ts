import { describe, expect, it } from '@jest/globals';
import { parseRedisUrl } from './redis-url.js';

const nobody = { username: undefined, password: undefined, tls: false };
const noSentinelUser = { sentinelUsername: undefined, sentinelPassword: undefined };

describe('the address of Redis', () => {
  it.each(['redis://localhost', 'redis://:secret@localhost:6390/0', 'rediss://one.example.com'])(
    '%s is one server',
    (url) => expect(parseRedisUrl(url)).toEqual({ kind: 'server', url }),
  );

  it('contains sentinels and the master that they watch', () =>
    expect(parseRedisUrl('redis+sentinel://one:26380,two/brokerage')).toEqual({
      ...{ kind: 'sentinel', master: 'brokerage', ...nobody, ...noSentinelUser },
      nodes: [
        { host: 'one', port: 26_380 },
        { host: 'two', port: 26_379 },
      ],
    }));

  it('contains the users of Redis and of the sentinels, and TLS', () =>
    expect(
      parseRedisUrl(
        'rediss+sentinel://app:p%40ss@[::1]:1/m?sentinelUsername=watch&sentinelPassword=w%26',
      ),
    ).toEqual({
      ...{ kind: 'sentinel', master: 'm', nodes: [{ host: '::1', port: 1 }] },
      ...{ username: 'app', password: 'p@ss', tls: true },
      ...{ sentinelUsername: 'watch', sentinelPassword: 'w&' },
    }));

  it('contains the nodes of a cluster', () =>
    expect(parseRedisUrl('redis+cluster://:secret@one:7000,two:7001')).toEqual({
      ...{ kind: 'cluster', username: undefined, password: 'secret', tls: false },
      nodes: [
        { host: 'one', port: 7_000 },
        { host: 'two', port: 7_001 },
      ],
    }));

  it.each([
    'http://one',
    'redis:/one',
    'redis+sentinel://one',
    'redis+sentinel://one/',
    'redis+sentinel://one/master?db=3',
    'redis+cluster://one/1',
    'redis+cluster://one?sentinelPassword=x',
    'redis+cluster://one,,two',
    'redis+cluster://one:port',
    'redis+cluster://:%zz@one',
    'redis+cluster://',
  ])('%s is refused', (url) => expect(parseRedisUrl(url)).toBeNull());
});
