import 'reflect-metadata';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import { ApiModule } from '../../apps/api/api.module.js';
import { partnerApi } from '../../apps/api/openapi/partner-api.js';
import { type ProblemCode, problemCodes } from '../../apps/api/openapi/problem-codes.js';
import { staffApi } from '../../apps/api/openapi/staff-api.js';

type Documents = {
  readonly partners: OpenAPIObject;
  readonly staff: OpenAPIObject;
  readonly problems: readonly ProblemCode[];
};

/** Generates the documents from the modules, without stores, keys and ports. */
export const generateDocuments = async (): Promise<Documents> => {
  const outline = await Test.createTestingModule({ imports: [ApiModule] })
    .useMocker(() => ({}))
    .compile({ preview: true });
  const app = outline.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
  const documents = { partners: partnerApi(app), staff: staffApi(app) };
  return { ...documents, problems: problemCodes(documents) };
};
