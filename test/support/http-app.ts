import 'reflect-metadata';
import { type AddressInfo, connect } from 'node:net';
import { Body, Controller, Get, Module, Param, Post, Query, Req } from '@nestjs/common';
import type { RawBodyRequest } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type Config, loadConfig } from '#config/config.js';
import { Refused } from '#kernel/refused.js';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { IdField, LinesField, TextField } from '#http/fields.js';
import { type RequestAuthenticator, TOKEN_AUTHENTICATOR } from '#http/request-authenticator.js';
import { SignedBody, Public } from '#http/authenticated-by.js';
import { createHttpApp } from '#http/http-app.js';
import { PageQuery } from '#http/query-fields.js';
import { LargeBody } from '#http/large-bodies.js';
import { Rates } from '#http/rates/rates.js';
import { BACKSTOP_MS } from './backstop.js';

class Thing {
  @IdField() readonly userId!: string;
  @TextField({ max: 100 }) readonly name!: string;
}

class Picture {
  @LinesField({ max: 8 * 1024 * 1024 }) readonly content!: string;
}

export const PICTURE_BYTES_MAX = 8 * 1024 * 1024;

/** Larger than the buffers of a connection. */
const LARGE = 'x'.repeat(16 * 1024 * 1024);

/** Delays a request until a test releases it. */
export const gate = { wait: (): Promise<unknown> => Promise.resolve() };

@Public()
@Controller('things')
class ThingsController {
  @Get('large') large() {
    return { text: LARGE };
  }
  @Get(':id') show(@Param('id') id: string) {
    return { id };
  }
  @Get() list(@Query() { limit = '100' }: PageQuery) {
    return { limit };
  }
  @Post() make(@Body() { name }: Thing) {
    return { name };
  }
  @Post('slow') async slow() {
    await gate.wait();
    return {};
  }
  @SignedBody() @Post('signed') hear(@Req() { headers, rawBody }: RawBodyRequest<FastifyRequest>) {
    if (headers['signature'] !== 'good')
      throw new Refused('unauthorized', 'signature_invalid', 'Who?');
    return { heard: String(rawBody) };
  }
  @Post('failing') fail() {
    throw new Error('with a secret in it');
  }
}

@Public()
@Controller('health')
class HealthController {
  @Get('live') live() {
    return {};
  }
}

@Controller('pictures')
class PicturesController {
  @LargeBody(PICTURE_BYTES_MAX) @Post() keep(@Body() { content }: Picture) {
    return { length: content.length };
  }
  @Post('named') name(@Body() { name }: Thing) {
    return { name };
  }
  @Get() whose(@CurrentCaller() { partnerId }: Caller, @Query() { limit = '100' }: PageQuery) {
    return { partnerId, limit };
  }
}

/** Accepts every request that names a partner. */
class NamedAuthenticator implements RequestAuthenticator {
  knows(request: FastifyRequest): boolean {
    if (request.headers.authorization === undefined) return false;
    this.admit(request);
    return true;
  }
  admit(request: FastifyRequest): void {
    const { authorization: partnerId } = request.headers;
    if (partnerId === undefined) throw new Refused('unauthorized', 'invalid_token', 'Who?');
    Object.assign(request, { user: { partnerId, partnerUserId: 'u-1' } });
  }
}

export type TestApp = {
  readonly url: string;
  readonly port: number;
  readonly config: Config;
  close(): Promise<void>;
};

/** Starts the HTTP layer with a few test routes on a free port. */
export const startHttpApp = async (
  env: Record<string, string> = {},
  rateWindowS = 60,
): Promise<TestApp> => {
  const config = {
    ...loadConfig({ DATA_DIR: '/nowhere', LOG_LEVEL: 'error', ...env, ...KEYS, NODE_ENV: 'test' }),
    production: env['NODE_ENV'] === 'production',
  };
  @Module({
    controllers: [ThingsController, PicturesController, HealthController],
    providers: [
      { provide: Rates, useValue: new Rates(config, null, rateWindowS) },
      { provide: TOKEN_AUTHENTICATOR, useClass: NamedAuthenticator },
    ],
  })
  class TestModule {}
  const app = await createHttpApp(TestModule, config);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const scheme = config.tls === null ? 'http' : 'https';
  return { url: `${scheme}://127.0.0.1:${port}`, port, config, close: () => app.close() };
};

/** Keys that avoid files. The tests neither sign nor encrypt. */
const KEYS = {
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  SIGNING_KEYS: JSON.stringify({
    keys: [
      {
        kty: 'EC',
        crv: 'P-256',
        kid: 'test',
        x: 'WKn-ZIGevcwGIyyrzFoZNBdaq9_TsqzGl96oc0CWuis',
        y: 'y77t-RvAHRKTsSGdIYUfweuOvwrvDD-Q3Hv5J0fSKbE',
        d: 'Hndv7ZZjs_ke8o9zXYo3iq-Yr8SewI5vrqd0pAvEPqg',
      },
    ],
  }),
};

/** Sends these bytes and returns all received bytes when the connection ends. */
export const raw = (port: number, bytes: string, timeoutMs = BACKSTOP_MS): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    const timer = setTimeout(() => socket.destroy(), timeoutMs);
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(answer);
    });
  });
