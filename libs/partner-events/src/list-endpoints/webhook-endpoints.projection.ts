import { type RowChange, insert, remove, update } from '#kernel/projection/row-change.js';
import { type ReadRow, defineTable, orNull, text, time, uuid } from '#kernel/projection/table.js';
import type { Projection } from '#read-models/projection.js';
import type { WebhookEvent } from '../endpoint/endpoint.events.js';

const columns = {
  id: uuid,
  url: text,
  /** Separated by commas; null: all. */
  types: orNull(text),
  description: orNull(text),
  status: text,
  statusReason: orNull(text),
  createdAt: time,
};

export const webhookTable = defineTable('webhookEndpoints', {
  columns,
  key: ['id'],
  wideIndexes: [['status']],
});
export type WebhookRow = ReadRow<typeof columns>;

export const ENABLED = 'enabled';
export const DISABLED = 'disabled';

export const webhookEndpoints: Projection<WebhookEvent> = {
  name: 'webhook-endpoints',
  version: 1,
  tables: [webhookTable],
  project: ({ type, data }): readonly RowChange[] => {
    const { endpointId: id } = data;
    switch (type) {
      case 'WebhookEndpointCreated': {
        const { url, types, description, at: createdAt } = data;
        const state = { status: ENABLED, statusReason: null, createdAt };
        return [insert(webhookTable, { id, url, types: joined(types), description, ...state })];
      }
      case 'WebhookEndpointUpdated': {
        const { url, types, description } = data;
        return [update(webhookTable, { id }, { url, types: joined(types), description })];
      }
      case 'WebhookEndpointDisabled': {
        const set = { status: DISABLED, statusReason: data.reason };
        return [update(webhookTable, { id }, set)];
      }
      case 'WebhookEndpointEnabled':
        return [update(webhookTable, { id }, { status: ENABLED, statusReason: null })];
      case 'WebhookEndpointDeleted':
        return [remove(webhookTable, { id })];
      case 'WebhookSecretRotated':
      case 'WebhookRedeliveryRequested':
      case 'WebhookRedeliveryPrepared':
        return [];
    }
  },
};

const joined = (types: readonly string[] | null): string | null => types?.join(',') ?? null;
