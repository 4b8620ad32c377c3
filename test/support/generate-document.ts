import 'reflect-metadata';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import { ApiModule } from '../../apps/api/api.module.js';
import { partnerApi } from '../../apps/api/openapi/partner-api.js';

/** The document without a store, a key or a port: the modules are looked at, nothing is started. */
export const generateDocument = async (): Promise<OpenAPIObject> => {
  const outline = await Test.createTestingModule({ imports: [ApiModule] })
    .useMocker(() => ({}))
    .compile({ preview: true });
  return partnerApi(outline.createNestApplication<NestFastifyApplication>(new FastifyAdapter()));
};
