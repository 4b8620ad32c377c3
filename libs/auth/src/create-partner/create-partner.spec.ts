import { beforeEach, describe, expect, it } from '@jest/globals';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { CreatePartner, CreatePartnerHandler } from './create-partner.handler.js';

let log: InMemoryEventLog;
let handler: CreatePartnerHandler;

beforeEach(() => {
  log = new InMemoryEventLog();
  handler = new CreatePartnerHandler(new EventStore(log));
});

describe('the name of a partner', () => {
  it.each([
    ['Acme', 'Acme'],
    ['  Łódź & Söhne 株式会社 ', 'Łódź & Söhne 株式会社'],
    ['7', '7'],
  ])('may be %j', async (given, name) =>
    expect(await handler.execute(new CreatePartner(given))).toMatchObject({ name }),
  );
  it.each(['', '   ', '--', 'a\u0000', 'a\ud800', 'a\nb', 'x'.repeat(101)])(
    'may not be %j, and no partner is made',
    async (given) => {
      await expect(handler.execute(new CreatePartner(given))).rejects.toMatchObject({
        refusal: 'unacceptable',
        errors: [{ pointer: '/name', code: 'name_invalid' }],
      });
      expect(await log.head()).toBeNull();
    },
  );
});
