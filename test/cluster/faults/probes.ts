import { setTimeout as sleep } from 'node:timers/promises';
import type { Load } from '../../faults/load.js';
import { Random } from '../../faults/random.js';
import type { AnswerRecord } from '../../faults/record.js';

const EVERY_MS = 500;
const POLL_MS = 200;
const WITHIN_MS = 180_000;

/** A deposit every half second, each followed to its end, and a list. */
export class Probes {
  private readonly random = new Random(1);
  private going = false;
  private running: Promise<void> = Promise.resolve();
  private underway: Promise<number>[] = [];
  private looks: Promise<unknown>[] = [];

  constructor(
    private readonly load: Load,
    private readonly record: AnswerRecord,
  ) {}

  start(): void {
    this.going = true;
    this.underway = [];
    this.looks = [];
    this.running = this.begin();
  }

  /** Resolves when all are worked, with the milliseconds that the longest took. */
  async stop(): Promise<number> {
    this.going = false;
    await this.running;
    await Promise.all(this.looks);
    return Math.max(...(await Promise.all(this.underway)));
  }

  /** One more, until it stands in the list of its partner; answers in how many milliseconds. */
  async untilListed(): Promise<number> {
    const beganMs = performance.now();
    const { id, userId, server } = await this.ask();
    await until(async () => {
      const { body } = await server.send('GET', `/v1/funding?userId=${userId}&limit=1000`);
      return (body['transactions'] as { id: string }[]).some((each) => each.id === id);
    }, `the deposit ${id} is listed`);
    return performance.now() - beganMs;
  }

  private async begin(): Promise<void> {
    while (this.going) {
      this.underway.push(this.worked());
      this.looks.push(this.look());
      await sleep(EVERY_MS);
    }
  }

  private async worked(): Promise<number> {
    const beganMs = performance.now();
    const { id, server } = await this.ask();
    await until(async () => {
      const { body } = await server.send('GET', `/v1/funding/${id}`);
      return body['status'] === 'completed';
    }, `the deposit ${id} is completed`);
    return performance.now() - beganMs;
  }

  private look(): Promise<unknown> {
    const { server, userId } = this.load.customer(this.random);
    return server.send('GET', `/v1/funding?userId=${userId}&limit=10`);
  }

  private async ask() {
    const { server, userId } = this.load.customer(this.random);
    const externalId = this.load.name('probe');
    const asked = { kind: 'deposit', partnerId: server.partnerId, externalId } as const;
    const body = { userId, direction: 'DEPOSIT', amount: '1.01', externalId };
    const answer = await server.ask(asked, '/v1/funding', body);
    if (answer.status >= 300) this.record.complain(`a probe was answered with ${answer.status}`);
    return { id: String(answer.body['id']), userId, server };
  }
}

const until = async (isSo: () => Promise<boolean>, what: string): Promise<void> => {
  const endMs = performance.now() + WITHIN_MS;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`never: ${what}`);
    await sleep(POLL_MS);
  }
};
