import { Controller, Get, Inject } from '@nestjs/common';
import { z } from 'zod';
import type { Config } from '#config/config.js';
import { Public } from '#http/authenticated-by.js';
import { Endpoint } from '#http/endpoint.js';
import { CONFIG } from '#kernel/tokens.js';

const addresses = z
  .strictObject({
    addresses: z.array(z.string()).meta({
      description: 'IP addresses or networks. Empty: deliveries come from any address.',
      examples: [['203.0.113.7', '2001:db8::/64']],
    }),
  })
  .meta({ id: 'WebhookAddresses', description: 'Source addresses of deliveries.' });

@Controller('.well-known/webhook-addresses.json')
export class WebhookAddressesController {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'webhookSourceAddresses'>) {}

  @Endpoint({
    summary: 'List the source addresses of webhooks',
    description: 'For the firewall of a receiver. Verify the signature in any case.',
    credential: 'none',
    answers: { 200: [addresses, 'The addresses.'] },
  })
  @Public()
  @Get()
  listWebhookAddresses() {
    return { addresses: this.config.webhookSourceAddresses };
  }
}
