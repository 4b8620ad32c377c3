import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from '../config/config.js';
import { LogController } from 'fastify';
import { BODY_BYTES_MAX, acceptJsonBodies } from './json-body.js';
import { ProblemFilter } from './problem.filter.js';
import { RequestPipe } from './request.pipe.js';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** A Nest application on Fastify with this house's request ids, logs, validation and errors. */
export const createHttpApp = async (
  module: Type | DynamicModule,
  config: Config,
): Promise<NestFastifyApplication> => {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_BYTES_MAX,
    logger: { level: config.logLevel, base: { app: 'api' } },
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'correlationId',
    }),
    genReqId: ({ headers }: IncomingMessage) => {
      const given = headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: false,
    abortOnError: false,
    bodyParser: false,
  });
  const fastify = app.getHttpAdapter().getInstance();
  acceptJsonBodies(fastify);
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method, route: routeOptions.url, status: reply.statusCode, ms }, 'answered');
    done();
  });
  app.useGlobalFilters(new ProblemFilter());
  app.useGlobalPipes(new RequestPipe(config));
  return app;
};
