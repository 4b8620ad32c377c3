import type { Logger } from '../core/logger.js';
import { reasonOf } from './changes.js';
import type { GenerationLoop } from './generation-loop.js';
import { isAfter } from './position.js';

type Feeder = {
  readonly loop: GenerationLoop;
  readonly abort: AbortController;
  readonly done: Promise<void>;
};

/** The loops of one runner, one for each generation that it feeds. */
export class Feeders {
  /** Generations found wiped, set back or foreign. Ids are never used again, so they stay here. */
  readonly lost = new Set<string>();
  private readonly feeders = new Map<string, Feeder>();
  private closed = false;

  constructor(
    private readonly make: (generation: string, signal: AbortSignal) => GenerationLoop,
    private readonly logger: Logger,
    private readonly onLost: () => void,
  ) {}

  loop(generation: string): GenerationLoop | undefined {
    return this.feeders.get(generation)?.loop;
  }

  /** Runs loops for exactly these generations that are not lost. */
  async follow(generations: readonly string[]): Promise<void> {
    const wanted = new Set(this.closed ? [] : generations.filter((id) => !this.lost.has(id)));
    const unwanted = [...this.feeders.keys()].filter((id) => !wanted.has(id));
    await Promise.all(unwanted.map((id) => this.end(id)));
    for (const id of wanted) if (!this.feeders.has(id)) this.begin(id);
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.follow([]);
  }

  /** Generation → checkpoint as its loop knows it. */
  positions(): ReadonlyMap<string, string> {
    return new Map([...this.feeders].map(([id, { loop }]) => [id, loop.saved]));
  }

  /** Redis must hold at least what loops knew before it was asked. */
  compare(known: ReadonlyMap<string, string>, stored: ReadonlyMap<string, string>): void {
    for (const [id, position] of known) {
      const checkpoint = stored.get(id);
      if (checkpoint === undefined || isAfter(position, checkpoint)) this.lost.add(id);
    }
  }

  private begin(generation: string): void {
    const abort = new AbortController();
    const loop = this.make(generation, abort.signal);
    const done = this.run(generation, loop);
    this.feeders.set(generation, { loop, abort, done });
  }

  /** A loop that fails leaves; the runner's next look begins it again from its checkpoint. */
  private async run(generation: string, loop: GenerationLoop): Promise<void> {
    await Promise.resolve();
    try {
      if ((await loop.run()) === 'lost') {
        this.lost.add(generation);
        this.onLost();
      }
    } catch (error) {
      this.logger.warn({ generation, reason: reasonOf(error) }, 'Feeding a read model failed');
    } finally {
      this.feeders.delete(generation);
    }
  }

  /** Nothing of its loop runs any more when this resolves. */
  async end(generation: string): Promise<void> {
    const feeder = this.feeders.get(generation);
    feeder?.abort.abort();
    await feeder?.done;
  }
}
