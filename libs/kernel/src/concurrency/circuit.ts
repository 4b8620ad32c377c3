import { circuitOpen } from '../metrics.js';
import type { Logger } from '../logger.js';

/** An open circuit lets the first probe through after this; the pause doubles with each failure. */
const CIRCUIT_PAUSE_FIRST_MS = 1_000;
/** The longest pause between two probes: a provider that is well again is noticed within this. */
const CIRCUIT_PAUSE_MAX_MS = 5_000;
/** Time that a probing caller has to append its intent record and make the call. */
const CIRCUIT_PROBE_RESERVED_MS = 1_000;

/** The provider has failed too often in a row and is left alone; nothing was sent. */
export class CircuitOpen extends Error {
  override readonly name = 'CircuitOpen';

  constructor(
    circuit: string,
    /** After so long one call is let through to find out whether it is well again. */
    readonly retryAfterMs: number,
  ) {
    super(`${circuit} failed too often in a row; nothing was sent, to let it recover`);
  }
}

/** The open circuit that an error is about, its causes included; null when it is about none. */
export const openCircuitOf = (error: unknown): CircuitOpen | null => {
  if (error instanceof CircuitOpen) return error;
  return error instanceof Error && error.cause instanceof CircuitOpen ? error.cause : null;
};

const FAILURES_MAX = 5;

type Options = {
  /** Name of the provider, for messages. */
  readonly name: string;
  readonly logger: Logger | null;
  /** A clock that nobody sets: the wall clock may go back by hours. */
  readonly elapsedMs?: () => number;
};

/**
 * Keeps calls away from a provider that is sick. Five failures in a row open it; while it is open,
 * calls fail at once but for a single one after each pause, and its success closes it.
 */
export class Circuit {
  private failures = 0;
  private pauseMs = CIRCUIT_PAUSE_FIRST_MS;
  private nextProbeMs = 0;
  private reservedUntilMs = 0;
  private probing = false;
  private readonly elapsedMs: () => number;
  /** Name of the provider and of the call, one of few. */
  readonly name: string;

  constructor(private readonly options: Options) {
    this.name = options.name;
    this.elapsedMs = options.elapsedMs ?? (() => performance.now());
  }

  /**
   * Requires that a call would be made now, before the caller records its intent. While the circuit
   * is open, one caller at a time may probe.
   * @throws {CircuitOpen}
   */
  requireReady(): void {
    if (this.failures < FAILURES_MAX) return;
    const nowMs = this.elapsedMs();
    if (this.probing || nowMs < this.nextProbeMs || nowMs < this.reservedUntilMs)
      throw this.refusal(nowMs);
    this.reservedUntilMs = nowMs + CIRCUIT_PROBE_RESERVED_MS;
  }

  /** Whatever the call throws is a failure. @throws {CircuitOpen} without calling. */
  async run<Answer>(
    call: () => Promise<Answer>,
    isFailure: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const probe = this.enter();
    try {
      const answer = await call();
      if (isFailure(answer)) this.failed(probe);
      else this.succeeded(probe);
      return answer;
    } catch (error) {
      this.failed(probe);
      throw error;
    } finally {
      if (probe) this.probing = false;
    }
  }

  /** Whether this call is the one that finds out. */
  private enter(): boolean {
    if (this.failures < FAILURES_MAX) return false;
    const nowMs = this.elapsedMs();
    if (this.probing || nowMs < this.nextProbeMs) throw this.refusal(nowMs);
    this.probing = true;
    return true;
  }

  private refusal(nowMs: number): CircuitOpen {
    return new CircuitOpen(this.name, Math.max(this.nextProbeMs - nowMs, CIRCUIT_PAUSE_FIRST_MS));
  }

  /** Late answers of calls that began before it opened do not close it: the probe decides. */
  private succeeded(probe: boolean): void {
    const wasOpen = this.failures >= FAILURES_MAX;
    if (wasOpen && !probe) return;
    this.failures = 0;
    this.pauseMs = CIRCUIT_PAUSE_FIRST_MS;
    if (!wasOpen) return;
    circuitOpen.set({ call: this.name }, 0);
    this.options.logger?.info({ circuit: this.name }, 'circuit closed');
  }

  private failed(probe: boolean): void {
    const wasOpen = this.failures >= FAILURES_MAX;
    if (wasOpen && !probe) return;
    if (probe) this.pauseMs = Math.min(this.pauseMs * 2, CIRCUIT_PAUSE_MAX_MS);
    else this.failures++;
    if (this.failures < FAILURES_MAX) return;
    this.nextProbeMs = this.elapsedMs() + this.pauseMs;
    if (wasOpen) return;
    circuitOpen.set({ call: this.name }, 1);
    this.options.logger?.warn({ circuit: this.name, failures: this.failures }, 'circuit open');
  }
}

const CIRCUITS_MAX = 64;

/** A circuit for each kind of call to one provider: sick orders do not hold up journals. */
export class Circuits {
  private readonly circuits = new Map<string, Circuit>();

  constructor(private readonly options: Options) {}

  /**
   * Returns the circuit of a call. The last part of the path names it: `POST /v1/journals`, `GET
   * orders`.
   */
  of(method: string, path: string): Circuit {
    const words = path.split(/[/:]/).filter((segment) => /^[a-z]{2,32}$/.test(segment));
    const key = `${method} ${words.at(-1) ?? ''}`;
    const known = this.circuits.get(key);
    if (known !== undefined) return known;
    const name = this.circuits.size < CIRCUITS_MAX ? key : 'others';
    const made =
      this.circuits.get(name) ?? new Circuit({ ...this.options, name: this.nameOf(name) });
    this.circuits.set(name, made);
    return made;
  }

  private nameOf(key: string): string {
    return `${this.options.name} ${key}`;
  }
}
