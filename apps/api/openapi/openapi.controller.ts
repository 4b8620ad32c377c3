import { ownValue } from '#platform/core/own-value.js';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { notFound } from '#platform/core/refused.js';
import { Public } from '#platform/http/caller.js';
import { NotInContract } from '#platform/http/contract-notes.js';
import { Endpoint } from '#platform/http/endpoint.js';
import { referencePage, referencePolicy, referenceScript } from './reference-page.js';

const SCRIPT = 'start.js';
const ASSETS: Readonly<Record<string, string>> = {
  [SCRIPT]: 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};
const { resolve } = createRequire(import.meta.url);
const FOLDER = dirname(resolve('swagger-ui-dist/package.json'));
/** Written by `npm run docs:openapi`. A spec holds it to the code. */
const DOCUMENT = resolve('#openapi.json');
const DAY_S = 86_400;

const anyDocument = z
  .record(z.string(), z.unknown())
  .meta({ description: 'An OpenAPI 3.1 document.', examples: [{ openapi: '3.1.0' }] });

/** The contract, for programs and for people. */
@Public()
@Controller()
export class OpenApiController {
  private readonly files = new Map<string, Buffer>();

  @Endpoint({
    id: 'getOpenApi',
    tag: 'Service',
    summary: 'This document',
    description: 'The contract of this API, for programs. People read it at `/docs`.',
    credential: 'none',
    answers: { 200: [anyDocument, 'The document.'] },
  })
  @Get('openapi.json')
  @Header('content-type', 'application/json; charset=utf-8')
  openApi(): Promise<Buffer> {
    return this.fileAt(DOCUMENT);
  }

  @NotInContract()
  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', referencePolicy)
  @Header('x-content-type-options', 'nosniff')
  page(): string {
    return referencePage;
  }

  @NotInContract()
  @Get('docs/:asset')
  @Header('x-content-type-options', 'nosniff')
  async asset(
    @Param('asset') name: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    const type = ownValue(ASSETS, name);
    if (type === undefined) throw notFound('route_not_found', 'There is no such page');
    void reply.type(type).header('cache-control', `public, max-age=${DAY_S}`);
    return name === SCRIPT ? referenceScript : this.fileAt(join(FOLDER, name));
  }

  /** Read once: many who ask for it at the same moment would hold a copy each. */
  private async fileAt(path: string): Promise<Buffer> {
    const known = this.files.get(path) ?? (await readFile(path));
    this.files.set(path, known);
    return known;
  }
}
