import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type DynamicModule, Module, NotFoundException, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Config } from '#config/config.js';
import { logSerializers } from '#observability/error-details.js';
import { logOutput } from '#observability/log-output.js';
import { FailedCallers } from './rates/failed-callers.js';
import { Rates } from './rates/rates.js';
import { httpDuration } from '#kernel/metrics.js';
import { refuseOtherMethods } from './allowed-methods.js';
import { admitCallers } from './admit-callers.js';
import { limitResponseTime } from './limit-response-time.js';
import { readCertificate, renewCertificate } from './certificate.js';
import { shortenedAddress } from './client-network.js';
import { GracefulShutdown } from './graceful-shutdown.js';
import { limitConnections, rejectPipelining } from './connections.js';
import { sendEntityTags } from './entity-tag.js';
import { refusePlainHttp } from './https-only.js';
import type { RequestAuthenticator } from './request-authenticator.js';
import { InFlight } from './in-flight.js';
import { BODY_BYTES_MAX, acceptJsonBodies } from './json-body.js';
import { limitLargeBodies } from './large-bodies.js';
import { NoQueryGuard } from './no-query.guard.js';
import { rejectUnsupportedHttp } from './unsupported-http.js';
import { ProblemFilter, sendProblem } from './problem.filter.js';
import { refusalDetails } from './refusal-log.js';
import { RequestPipe } from './request.pipe.js';
import { securityHeaders } from './security-headers.js';
import { SlowBodies } from './slow-bodies.js';
import { traceRequests } from './trace-requests.js';
import { handshakeOptions, serverOptions, transportOptions } from './transport.js';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

type Headers = Readonly<Record<string, string>>;

@Module({})
class HttpModule {}

/**
 * Creates a Nest application on Fastify with request ids, logs, limits, validation and problem
 * documents. `module` must provide `Rates`.
 */
export const createHttpApp = async (
  module: Type | DynamicModule,
  config: Config,
): Promise<NestFastifyApplication> => {
  const closing = new GracefulShutdown();
  const headers = { ...securityHeaders(config), 'cache-control': 'no-store' };
  const root = { module: HttpModule, imports: [module], providers: [closing.provider] };
  const app = await NestFactory.create<NestFastifyApplication>(root, adapterFor(config, headers), {
    logger: false,
    abortOnError: false,
    bodyParser: false,
  });
  const rates = app.get(Rates, { strict: false });
  const fastify = app.getHttpAdapter().getInstance();
  if (config.tracing) traceRequests(fastify);
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ ...headers, 'x-request-id': request.id });
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url;
    const { statusCode: status, elapsedTime } = reply;
    const ms = Math.round(elapsedTime);
    const client = shortenedAddress(request.ip);
    const about = { method, route, status, ms, client, ...refusalDetails(request) };
    request.log.info(about, 'answered');
    httpDuration.observe(labelsOf(request, route, status), elapsedTime / 1_000);
    done();
  });
  limitConnections(fastify);
  rejectPipelining(fastify);
  rejectUnsupportedHttp(fastify);
  closing.refuseNewRequests(fastify);
  const inFlight = new InFlight();
  inFlight.limit(fastify);
  limitResponseTime(fastify);
  if (config.production) refusePlainHttp(fastify);
  refuseOtherMethods(fastify);
  admitCallers(fastify, {
    ...{ rates, inFlight, failed: new FailedCallers() },
    gate: (which) => app.get<RequestAuthenticator>(which, { strict: false }),
  });
  acceptJsonBodies(fastify);
  limitLargeBodies(fastify, inFlight);
  new SlowBodies(inFlight).refuse(fastify);
  sendEntityTags(fastify);
  renewCertificate(fastify, config.tls);
  app.useGlobalFilters(new ProblemFilter());
  app.useGlobalGuards(new NoQueryGuard());
  app.useGlobalPipes(new RequestPipe(config));
  return app;
};

/** Unknown paths share one label, because callers can invent any number of them. */
const labelsOf = (
  { is404, method }: FastifyRequest,
  route: string | undefined,
  status: number,
): { readonly method: string; readonly route: string; readonly status: number } =>
  is404 || route === undefined
    ? { method: 'any', route: 'none', status }
    : { method, route, status };

/** A path that cannot be decoded is a 404. The router rejects it before any hook runs. */
const nothingThere =
  (headers: Headers) => (_error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    void reply.headers({ ...headers, 'x-request-id': request.id });
    sendProblem(request, reply, new NotFoundException());
  };

const adapterFor = (config: Config, headers: Headers): FastifyAdapter => {
  const options = {
    ...transportOptions,
    bodyLimit: BODY_BYTES_MAX.usual,
    frameworkErrors: nothingThere(headers),
    trustProxy: [...config.trustedProxies],
    logger: {
      level: config.logLevel,
      base: { app: 'api' },
      serializers: logSerializers,
      stream: logOutput(),
    },
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'correlationId',
    }),
    genReqId: ({ headers }: IncomingMessage) => {
      const given = headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
  };
  return config.tls === null
    ? new FastifyAdapter({ ...options, http: serverOptions })
    : new FastifyAdapter({
        ...options,
        https: { ...serverOptions, ...readCertificate(config.tls), ...handshakeOptions },
      });
};
