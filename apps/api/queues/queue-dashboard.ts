import type { IncomingMessage } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config/config.js';
import type { Logger } from '#kernel/logger.js';
import { Refused } from '#kernel/refused.js';
import { sendProblem } from '#http/problem.filter.js';
import type { ProblemDocument } from '#http/problem.js';
import { CONFIG, LOGGER } from '#kernel/tokens.js';
import { QueueActions, StaffAuthenticator, requireSameOrigin } from '#staff/staff.api.module.js';
import { isQueueAction } from './queue-action.js';
import type { QueueBoard } from './queue-board.js';

const PREFIX = '/queues';

/**
 * Mounts the queue dashboard in a hook before all routing. The dashboard's routes are on a separate
 * server that only this hook calls, so no spelling of a path bypasses the authentication.
 */
export const mountQueueDashboard = (app: NestFastifyApplication): void => {
  const config = app.get<Config>(CONFIG);
  const board = new LazyBoard(config, app.get<Logger>(LOGGER));
  const access = new BoardAccess(
    app.get(StaffAuthenticator, { strict: false }),
    app.get(QueueActions, { strict: false }),
    board,
    config.publicOrigin,
    config.queueActions,
  );
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!isBoardPath(request)) return done();
    access.pass(request, reply).then(
      () => done(),
      (error: unknown) => sendProblem(request, reply, error, asBoardError),
    );
  });
  fastify.addHook('onClose', () => board.close());
};

/** Returns the members of a problem that the dashboard's page shows. */
const asBoardError = ({ title, detail }: ProblemDocument) => ({ error: title, message: detail });

class BoardAccess {
  constructor(
    private readonly authenticator: StaffAuthenticator,
    private readonly actions: QueueActions,
    private readonly board: LazyBoard,
    private readonly publicOrigin: string | null,
    private readonly mayAct: boolean,
  ) {}

  /** @throws {Refused} 401, 403. */
  async pass(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    requireSameOrigin(request, this.publicOrigin);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPolled = isRead && pathOf(request.raw).startsWith(`${PREFIX}/api`);
    const staff = await this.authenticator
      .enter(request, ['operator'], !isPolled)
      .catch((error: unknown) => this.redirectToSignIn(error, request, reply));
    if (staff === null) return;
    if (!isRead) {
      this.requireAllowed(request);
      await this.actions.record(staff, request);
    }
    const board = await this.board.get();
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    board.handle(request.raw, reply.raw);
  }

  /** @throws {Refused} 403. */
  private requireAllowed({ method, raw: { url = '' } }: FastifyRequest): void {
    if (this.mayAct && isQueueAction(method, url)) return;
    throw new Refused(
      'forbidden',
      'action_not_allowed',
      this.mayAct
        ? 'The dashboard can only retry, promote and remove jobs. Other actions affect the whole service: change its configuration instead.'
        : 'The dashboard is read-only, because QUEUE_ACTIONS is off. Retry an entry under Needs attention instead.',
    );
  }

  /** Redirects browsers to the sign-in and back. Other clients get the error. */
  private redirectToSignIn(error: unknown, request: FastifyRequest, reply: FastifyReply): null {
    const opensPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    if (!(error instanceof Refused && error.code === 'not_signed_in' && opensPage)) throw error;
    void reply.redirect(`/console/sign-in?${new URLSearchParams({ to: request.url }).toString()}`);
    return null;
  }
}

/**
 * Checks the path as sent and as the router decodes it, because both spellings reach the dashboard.
 */
const isBoardPath = ({ raw, routeOptions: { url = '' } }: FastifyRequest): boolean =>
  isOfBoard(pathOf(raw)) || isOfBoard(url);

const isOfBoard = (path: string): boolean => path === PREFIX || path.startsWith(`${PREFIX}/`);

const pathOf = ({ url = '' }: IncomingMessage): string => {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};

/** Opens the board on first use, because its packages take memory that most processes can save. */
class LazyBoard {
  private opened: Promise<QueueBoard> | null = null;

  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  get(): Promise<QueueBoard> {
    this.opened ??= this.open().catch((error: unknown) => {
      this.opened = null;
      throw error;
    });
    return this.opened;
  }

  async close(): Promise<void> {
    await (await this.opened)?.close();
  }

  private async open(): Promise<QueueBoard> {
    const { openQueueBoard } = await import('./queue-board.js');
    const { redisUrl, queueActions } = this.config;
    const { logger } = this;
    return openQueueBoard({ prefix: PREFIX, redisUrl, readOnly: !queueActions, logger });
  }
}
