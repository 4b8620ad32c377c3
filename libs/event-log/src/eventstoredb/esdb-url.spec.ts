import { describe, expect, it } from '@jest/globals';
import { parseEsdbUrl } from './esdb-url.js';
import { openEventLog } from '../open-event-log.js';

describe('an event store URL', () => {
  it.each([
    ['esdb://localhost', 'nobody'],
    ['esdb://127.0.0.1:2113?tls=false', 'nobody'],
    ['esdb://localhost:2113/?tls=false', 'nobody'],
    ['esdb+discover://cluster.example.com:2113?nodePreference=leader', 'nobody'],
    ['esdb://ad%40min:chan%3Age@one:2113,two:2113,three:2113?keepAliveInterval=20000', 'ad@min'],
  ])('%s is understood', (url, username) => {
    expect(parseEsdbUrl(url).credentials.username).toBe(username);
  });

  it('has a shorter keep-alive timeout, unless it names one', () => {
    const connection = (url: string) => parseEsdbUrl(url).connection;
    expect(connection('esdb://one/')).toBe('esdb://one?keepAliveTimeout=5000');
    expect(connection('esdb://one?tls=false')).toBe('esdb://one?tls=false&keepAliveTimeout=5000');
    expect(connection('esdb://one?keepAliveTimeout=7000')).toBe('esdb://one?keepAliveTimeout=7000');
  });

  it('of several nodes has a short gossip timeout, unless it names one', () => {
    const connection = (url: string) => parseEsdbUrl(url).connection;
    expect(connection('esdb://one,two')).toMatch(/&gossipTimeout=2$/);
    expect(connection('esdb+discover://one')).toMatch(/&gossipTimeout=2$/);
    expect(connection('esdb://one,two?gossipTimeout=7')).not.toMatch(/gossipTimeout=2/);
  });

  it.each([
    'esdb://',
    'esdb://user:secret@',
    'esdb://user:se/cret@host',
    'esdb://user:secret@host:port',
    'esdb://user:%secret@host',
    'esdb://user:secret@host?tls=maybe',
    'esdb://user:secret@127.0.0.1:2113',
    'esdb://user:secret@one,10.0.0.7?tls=true',
    ...['follower', 'read_only_replica', 'random'].map(
      (preference) => `esdb://user:secret@host?nodePreference=${preference}`,
    ),
    'esdb://user:secret@host?tlsVerifyCert=false',
    'esdb://user:secret@host?throwOnAppendFailure=false',
    'esdb://user:secret@host?__proto__=secret',
    'esdb://user:secret@host?userCertFile=/secret&userKeyFile=/secret',
    'http://user:secret@host',
    'secret',
    'sqlite:',
    'sqlite::memory:',
  ])('%s is refused without being quoted', async (url) => {
    const refusal: unknown = await openEventLog(url).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Error);
    expect(JSON.stringify([String(refusal), refusal, (refusal as Error).stack])).not.toContain(
      'secret',
    );
  });
});
