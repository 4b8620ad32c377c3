import type { Command } from 'commander';
import { COMMAND_LINE, operatorCause } from '#kernel/event-store/operator-cause.js';
import { deliveryView } from '#partner-events/deliveries/delivery.view.js';
import { Redeliverer } from '#partner-events/deliveries/redeliverer.js';
import { endpointView } from '#partner-events/list-endpoints/webhook-endpoint.view.js';
import { EndpointManager } from '#partner-events/manage-endpoints/endpoint-manager.js';
import { PARTNER, inService, parseReason } from './session.js';

type OfPartner = { readonly partner: string };
type OfEndpoint = OfPartner & { readonly id: string };

/** Deliveries that `webhook show` prints. */
const SHOWN = 20;

/** Webhook endpoints of partners, and their deliveries. */
export const addWebhookCommands = (program: Command): void => {
  const webhook = program.command('webhook').description('webhook endpoints of partners');
  const command = (name: string, about: string): Command =>
    webhook
      .command(name)
      .description(about)
      .requiredOption(...PARTNER);
  const ofEndpoint = (name: string, about: string): Command =>
    command(name, about).requiredOption('--id <id>', 'id of the endpoint, see webhook list');
  command('list', 'the endpoints of a partner').action(
    inService(async (app, { partner }: OfPartner) =>
      (await app.get(EndpointManager).list(partner)).map(endpointView),
    ),
  );
  ofEndpoint('show', 'the latest deliveries of an endpoint').action(
    inService(async (app, { partner, id }: OfEndpoint) => {
      const page = { limit: SHOWN, offset: 0 };
      const { rows } = await app.get(Redeliverer).page(partner, id, {}, page);
      return rows.map(deliveryView);
    }),
  );
  ofEndpoint('retry', 'sends a failed or waiting delivery again now')
    .requiredOption('--delivery <id>', 'id of the delivery, see webhook show')
    .action(
      inService(async (app, { partner, id, delivery }: OfEndpoint & { delivery: string }) =>
        deliveryView(await app.get(Redeliverer).retry(partner, id, delivery)),
      ),
    );
  ofEndpoint('recover', 'sends the events again that the endpoint missed')
    .requiredOption('--after <event>', 'id of an event, or a cursor')
    .action(
      inService(async (app, { partner, id, after }: OfEndpoint & { after: string }) => {
        const request = { kind: 'recover', after } as const;
        return { id: await app.get(Redeliverer).request(operatorCause(partner), id, request) };
      }),
    );
  addReplay(ofEndpoint('replay', 'sends a part of the feed again'));
  ofEndpoint('disable', 'stops the deliveries of an endpoint until the partner enables it')
    .requiredOption('--reason <text>', 'reason, recorded in the log', parseReason)
    .action(
      inService(async (app, { partner, id, reason }: OfEndpoint & { reason: string }) => {
        const cause = operatorCause(partner, COMMAND_LINE);
        return endpointView(await app.get(Redeliverer).disable(cause, id, reason));
      }),
    );
};

type Replay = OfEndpoint & {
  readonly after: string;
  readonly until?: string;
  readonly types?: string;
};

const addReplay = (command: Command): void => {
  command
    .requiredOption('--after <event>', 'id of an event, or a cursor')
    .option('--until <event>', 'the last event, in the same form; default: the latest')
    .option(
      '--types <types>',
      'event types, separated by commas; default: the types of the endpoint',
    )
    .action(
      inService(async (app, { partner, id, after, until, types }: Replay) => {
        const request = { kind: 'replay', after, until, types: types?.split(',') } as const;
        return { id: await app.get(Redeliverer).request(operatorCause(partner), id, request) };
      }),
    );
};
