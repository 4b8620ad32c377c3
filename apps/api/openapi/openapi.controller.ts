import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import {
  Controller,
  Get,
  Header,
  applyDecorators,
  Inject,
  Param,
  Redirect,
  Res,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Config } from '#config/config.js';
import { notFound } from '#kernel/refused.js';
import { Public } from '#http/authenticated-by.js';
import { NotInContract } from '#http/contract-notes.js';
import { Endpoint } from '#http/endpoint.js';
import { CONFIG } from '#kernel/tokens.js';
import { PAGE_POLICY, REFERENCE_POLICY, STYLE, htmlPage } from './html-page.js';
import type { ProblemCode } from './problem-codes.js';

const { resolve } = createRequire(import.meta.url);
/** Files written by `npm run docs:openapi`. A spec compares them with the code. */
const DOCUMENT = '#openapi.json';
const PROBLEMS = '#problem-codes.json';
const SANDBOX = '#sandbox-outcomes.md';
const DAY_S = 86_400;
const HTML = 'text/html; charset=utf-8';

/** Files of the package `swagger-ui-dist` that the reference loads. */
const SWAGGER_UI = ['swagger-ui.css', 'swagger-ui-bundle.js'];
const REFERENCE_HEAD = `
    <link rel="stylesheet" href="/docs/ui/swagger-ui.css">
    <script defer src="/docs/ui/swagger-ui-bundle.js"></script>
    <script defer src="/docs/start.js"></script>`;
const REFERENCE_START =
  "SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true });";

const anyDocument = z
  .record(z.string(), z.unknown())
  .meta({ description: 'An OpenAPI 3.1 document.', examples: [{ openapi: '3.1.0' }] });

const Page = (path: string, policy = PAGE_POLICY) =>
  applyDecorators(
    NotInContract(),
    Get(path),
    Header('content-type', HTML),
    Header('content-security-policy', policy),
  );

/** A file that a page loads. */
const PageFile = (path: string, type: string) =>
  applyDecorators(
    NotInContract(),
    Get(path),
    Header('content-type', type),
    Header('cache-control', `public, max-age=${DAY_S}`),
  );

const noSuchPage = () => notFound('route_not_found', 'There is no such page');

/** Serves the API contract for programs and people. Each page is generated on its first request. */
@Public()
@Controller()
export class OpenApiController {
  private readonly pages = new Map<string, Promise<string>>();
  private readonly links: readonly (readonly [string, string])[];

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.links = [
      ['/docs', 'API reference'],
      ['/problems', 'Problem codes'],
      ...(config.demo ? [['/docs/sandbox', 'Sandbox outcomes'] as const] : []),
      ['/openapi.json', 'OpenAPI document'],
    ];
  }

  @Endpoint({
    summary: 'This document',
    description: 'The contract of this API, for programs. `/docs` shows it to people.',
    credential: 'none',
    answers: { 200: [anyDocument, 'The document.'] },
  })
  @Get('openapi.json')
  @Header('content-type', 'application/json; charset=utf-8')
  getOpenApi(): Promise<string> {
    return this.once('/openapi.json', () => readFile(resolve(DOCUMENT), 'utf8'));
  }

  @NotInContract()
  @Get()
  @Redirect('/docs', 302)
  root(): void {}

  @Page('docs', REFERENCE_POLICY)
  reference(): string {
    const main = '<div id="reference"></div>';
    return htmlPage({ title: 'API reference', links: this.links, main, head: REFERENCE_HEAD });
  }

  @PageFile('docs/start.js', 'text/javascript; charset=utf-8')
  startReference(): string {
    return REFERENCE_START;
  }

  @NotInContract()
  @Get('docs/ui/:file')
  swaggerUi(@Param('file') file: string, @Res() reply: FastifyReply): void {
    if (!SWAGGER_UI.includes(file)) throw noSuchPage();
    const folder = dirname(resolve('swagger-ui-dist/package.json'));
    reply.removeHeader('cache-control').sendFile(file, folder, { maxAge: '1d' });
  }

  @Page('docs/sandbox')
  sandbox(): Promise<string> {
    if (!this.config.demo) throw noSuchPage();
    return this.once('/docs/sandbox', async () => {
      const { htmlFromMarkdown } = await import('./markdown.js');
      const main = htmlFromMarkdown(await readFile(resolve(SANDBOX), 'utf8'));
      return htmlPage({ title: 'Sandbox outcomes', links: this.links, main });
    });
  }

  @PageFile('docs/style.css', 'text/css; charset=utf-8')
  style(): string {
    return STYLE;
  }

  @Page('problems')
  problems(): Promise<string> {
    return this.once('/problems', async () => {
      const { problemListPage } = await import('./problem-pages.js');
      return problemListPage(await problemCodes(), this.links);
    });
  }

  @Page('problems/:code')
  async problem(@Param('code') code: string): Promise<string> {
    const found = (await problemCodes()).find((each) => each.code === code);
    if (found === undefined) throw noSuchPage();
    const { problemPage } = await import('./problem-pages.js');
    return problemPage(found, this.links);
  }

  /** Caches a page, so that concurrent requests share it. */
  private once(path: string, make: () => Promise<string>): Promise<string> {
    const page = this.pages.get(path) ?? make();
    this.pages.set(path, page);
    return page;
  }
}

let cached: Promise<readonly ProblemCode[]> | undefined;

const problemCodes = (): Promise<readonly ProblemCode[]> =>
  (cached ??= readFile(resolve(PROBLEMS), 'utf8').then(
    (text) => JSON.parse(text) as readonly ProblemCode[],
  ));
