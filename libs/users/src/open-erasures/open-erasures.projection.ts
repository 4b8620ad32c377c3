import type { Projection } from '#read-models/projection.js';
import { insert, remove } from '#kernel/projection/row-change.js';
import { defineTable, text, time, uuid } from '#kernel/projection/table.js';
import type { UserEvent } from '../user/user.events.js';

const columns = { userId: uuid, provider: text, erasedAt: time };

/** One row for each provider that has not confirmed the erasure of a user yet. */
export const openErasureTable = defineTable('openErasures', {
  columns,
  key: ['userId', 'provider'],
});

export const openErasures: Projection<UserEvent> = {
  name: 'open-erasures',
  version: 1,
  tables: [openErasureTable],
  project: ({ type, data }) => {
    const { userId, at: erasedAt } = data;
    if (type === 'PersonErased')
      return data.toAsk.map((provider) => insert(openErasureTable, { userId, provider, erasedAt }));
    if (type !== 'PersonErasedAtProvider') return [];
    return [remove(openErasureTable, { userId, provider: data.provider })];
  },
};
