import { expect, it } from '@jest/globals';
import { Passwords } from '#operations/passwords.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { CreatePartnerUser, CreatePartnerUserHandler } from './create-partner-user.handler.js';

it.each(['nobody', 'ad\u200ba@acme.example', '\uff41da@acme.example'])(
  'a partner user is not created with the address %j',
  async (email) => {
    const handler = new CreatePartnerUserHandler(
      new EventStore(new InMemoryEventLog()),
      new Passwords(),
    );
    await expect(handler.execute(new CreatePartnerUser('p-1', email))).rejects.toMatchObject({
      code: 'email_invalid',
    });
  },
);
