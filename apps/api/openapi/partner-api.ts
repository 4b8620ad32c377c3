import type { INestApplication } from '@nestjs/common';
import { type About, apiDocument } from '#http/openapi/api-document.js';
import { openApiWebhooks } from '#partner-events/deliveries/openapi-webhooks.js';
import { isStaffPath } from './staff-api.js';

/** The OpenAPI document of this API, the partners' contract. */
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

**In order:** log in, register a user, get an onboarding session, let the user finish it, read the trader profile until \`brokerAccountStatus\` is \`ACTIVE\`, fund, trade.

**Bodies** are JSON in UTF-8. A 400 names every fault of shape (missing or unknown fields, wrong JSON types, \`null\` where a value belongs); only when the shape is right a 422 names every fault of content. Every refusal is an RFC 9457 problem document whose \`code\` never changes.

**Before it reaches an endpoint** a request can be refused with 400 \`request_malformed\` (no HTTP, not one \`Host\`, a URL that cannot be read, or a body in thousands of chunks of under 64 bytes), 404 \`route_not_found\`, 405 \`method_not_allowed\` (\`Allow\` names those there are), 408 \`request_timeout\`, 417 \`expectation_unmet\` (only \`100-continue\` can be expected) and 431 \`headers_too_large\`.

**Repeats** are safe wherever an \`externalId\` is sent: the same request again answers with the same object and does nothing twice. A request that got no answer, a 5xx or a 429 can be sent again as it was.

**Times** are ISO 8601 in UTC with milliseconds and \`Z\`, unless a field says otherwise. **Ids** are UUIDs; another partner's id is unknown to you like one that does not exist.`,
  tags: {
    Authentication: 'Tokens from an API key and a partner user.',
    'Two-factor authentication': 'One-time codes for the users of partners.',
    Users: 'End users, in two families of endpoints that share the same users.',
    Verification: 'Documents that prove who a user is, or where.',
    Onboarding: 'Identity, trader profile and the account at the broker.',
    Funding: 'Deposits from the pre-funded account.',
    Orders: 'Market orders for a user.',
    Accounts: 'Balances and positions of users.',
    Market: 'Securities and market hours.',
    Events: 'What happened to your objects, in one order.',
    Webhooks: 'Endpoints that receive the feed as signed requests.',
    Settlement: 'What you owe for a period’s deposits, and what you have paid.',
    Service: 'Health, keys and documents.',
  },
};
