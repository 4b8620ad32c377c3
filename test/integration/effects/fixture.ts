import { jest } from '@jest/globals';
import { AlpacaBroker } from '#broker/alpaca-broker.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import type { Processor } from '#jobs/worker-host.js';
import type { Pace } from '../../../apps/sandbox/sandbox.options.js';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { ConsoleSession } from '../../support/console-session.js';
import { DyingLog } from '../../support/dying-log.js';
import { FIRM, TestSandbox } from '../../support/sandbox.js';
import { RESEND_AFTER_MS } from '#kernel/timing.js';

/** The first looks come so much later, each, that what was not found never arrived. */
const LATER_LOOKS = 8;
const LOOK_PAUSE_MS = 80;
/** On a busy machine calls time out, and the broker is left alone for seconds. */
/** Short, as each lost answer takes as long; an answer on a busy machine takes a while too. */
const TIMEOUT_MS = 1_000;

/** A worker's effects between a log that may die and the sandbox's broker that may go wrong. */
export class EffectStage {
  readonly log = new DyingLog(new InMemoryEventLog());
  readonly session = new ConsoleSession(this.log);
  private aheadMs = 0;
  private readonly clock: { mockRestore(): void };

  private constructor(
    readonly sandbox: TestSandbox,
    readonly broker: AlpacaBroker,
  ) {
    const now = Date.now.bind(Date);
    this.clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + this.aheadMs);
  }

  static async open(pace: Partial<Pace> = {}): Promise<EffectStage> {
    const sandbox = await TestSandbox.start(pace);
    const credentials = { keyId: 'key', secret: 'secret', firmAccountId: FIRM };
    const url = `${sandbox.url}/broker`;
    return new EffectStage(
      sandbox,
      new AlpacaBroker({ url, ...credentials, timeoutMs: TIMEOUT_MS }),
    );
  }

  async close(): Promise<void> {
    this.clock.mockRestore();
    await this.broker.close();
    await this.sandbox.destroy();
  }

  /** Nothing goes wrong from now on. */
  async calm(): Promise<void> {
    this.log.liveOn();
    await this.sandbox.control('DELETE', '/faults');
  }

  /** So much later that "not found" counts as never arrived. */
  passTime(): void {
    this.aheadMs += RESEND_AFTER_MS + 1_000;
  }

  async fault(match: string, mode: string, count = 1): Promise<void> {
    await this.sandbox.control('POST', '/faults', { side: 'broker', match, mode, count });
  }

  run(processor: Processor, id: string): Promise<unknown> {
    return processor.process({ id, correlationId: 'request-1', causationId: 'due' });
  }

  /** Looks again and again, as the due list does, until it is done; a look may fail. */
  async runUntil(processor: Processor, id: string, done: () => Promise<boolean>): Promise<void> {
    const untilMs = performance.now() + BACKSTOP_MS;
    for (let look = 0; performance.now() < untilMs; look++) {
      await this.run(processor, id).catch(() => undefined);
      if (await done()) return;
      if (look < LATER_LOOKS) this.passTime();
      await new Promise((resolve) => setTimeout(resolve, LOOK_PAUSE_MS));
    }
    throw new Error(`still not done within ${BACKSTOP_MS} ms`);
  }
}

export type Mishap = readonly [name: string, happen: (stage: EffectStage) => unknown];

/** What can happen to one send, from the worker's own death to every way of losing an answer. */
export const mishaps = (send: string, lookUp: string): readonly Mishap[] => [
  ['nothing goes wrong', () => undefined],
  ['the worker dies before the fence', ({ log }) => log.dieAt(1, 'before')],
  ['the worker dies behind the fence', ({ log }) => log.dieAt(1, 'after')],
  ['the worker dies before it records', ({ log }) => log.dieAt(2, 'before')],
  ['the worker dies when it has recorded', ({ log }) => log.dieAt(2, 'after')],
  ...[
    'hang',
    'reset',
    'status:500',
    'status:502',
    'status:429',
    'status:408',
    'execute-then-hang',
    'execute-then-reset',
    'execute-then-status:500',
    'execute-then-status:429',
    'execute-then-status:400',
    'execute-then-status:404',
    'execute-then-status:405',
    'execute-then-status:410',
    'execute-then-status:422',
    'half-body',
    'broken-json',
    'other-schema',
  ].map((mode): Mishap => [`the send meets ${mode}`, (stage) => stage.fault(send, mode)]),
  [
    'the answer is lost and look-ups are blind for five seconds',
    async (stage) => {
      await stage.fault(send, 'execute-then-reset');
      await stage.fault(lookUp, 'not-found-for:5000');
    },
  ],
  [
    'the answer is lost and look-ups break down',
    async (stage) => {
      await stage.fault(send, 'execute-then-reset');
      await stage.fault(lookUp, 'status:503', 2);
    },
  ],
  [
    'the answer is lost and the worker dies at its look-up’s record',
    async (stage) => {
      await stage.fault(send, 'execute-then-reset');
      stage.log.dieAt(2, 'before');
    },
  ],
];
