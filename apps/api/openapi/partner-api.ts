import type { INestApplication } from '@nestjs/common';
import { type About, apiDocument } from '#http/openapi/api-document.js';
import { openApiWebhooks } from '#partner-events/deliveries/openapi-webhooks.js';
import { isStaffPath } from './staff-api.js';

/** Generates the OpenAPI document of the partner API. */
export const partnerApi = (app: INestApplication) => apiDocument(app, ABOUT);

const ABOUT: About = {
  covers: (path) => !isStaffPath(path),
  webhooks: openApiWebhooks,
  credentials: {
    token: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'The `authToken` of the login: `Authorization: bearer <authToken>`.',
    },
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'api-key',
      description: 'The API key of your company, issued by the operator.',
    },
  },
  title: 'Partner brokerage',
  version: '1.0.0',
  description: `Register users, onboard them, fund their investment accounts and trade for them.

**Order of calls:** log in, register a user and get an onboarding session. When the trader profile shows \`brokerAccountStatus: ACTIVE\`, deposit money and place orders. Read the results from the feed of events, or receive them as webhooks.

**Bodies** are JSON in UTF-8. A 400 lists missing and unknown fields and wrong JSON types. If there are none, a 422 lists the values that are not allowed. Each error is an RFC 9457 problem document. Its \`code\` never changes.

**Errors of all endpoints:** 400 \`request_malformed\`, 404 \`route_not_found\`, 405 \`method_not_allowed\` (the header \`Allow\` lists the methods), 408 \`request_timeout\`, 417 \`expectation_unmet\` (only \`100-continue\` is supported) and 431 \`headers_too_large\`.

**Repeats** with the same \`externalId\` or \`Idempotency-Key\` are safe: the response shows the same object, and nothing happens twice. Repeat a request without a response, and one with 5xx or 429.

**Times** are ISO 8601 in UTC with milliseconds and \`Z\`, unless a field says otherwise. **Ids** are UUIDs. The id of another partner’s object is unknown to you.`,
  tags: {
    Authentication: ['Tokens from an API key and a partner user.', /^\/v1\/auth\/(log|refresh)/],
    'Two-factor authentication': ['One-time codes for the users of partners.', /^\/v1\/auth\/2fa/],
    Users: [
      'End users, in two families of endpoints that share the same users.',
      /^\/v1\/users?(\/|$)/,
    ],
    Verification: [
      'Documents that prove the identity or the address of a user.',
      /^\/v1\/auth\/verify/,
    ],
    Onboarding: ['Identity, trader profile and the account at the broker.', /^\/v1\/onboarding/],
    Funding: ['Deposits from the pre-funded account, and withdrawals.', /^\/v1\/funding/],
    Orders: ['Market orders for a user.', /^\/v1\/orders/],
    Accounts: ['Balances and positions of users.', /^\/v1\/accounts/],
    Market: ['Securities and market hours.', /^\/v1\/(assets|market)/],
    Events: [
      'The feed: all changes of your users, deposits, orders and settlements, in order.',
      /^\/v1\/events/,
    ],
    Webhooks: [
      'Endpoints that receive the feed as signed requests.',
      /^\/(v1\/webhook-endpoints|\.well-known\/webhook-)/,
    ],
    Settlement: [
      'The amounts that you owe for periods of deposits, and your payments.',
      /^\/v1\/settlements/,
    ],
    Service: [
      'Health, keys and documents.',
      /^\/(health|openapi|\.well-known\/jwks|v1\/webhooks\/)/,
    ],
  },
};
