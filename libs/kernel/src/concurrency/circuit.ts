import { circuitOpen } from '../metrics.js';
import type { Logger } from '../logger.js';

/** Pause of an open circuit before its first probe. It doubles with each failed probe. */
const CIRCUIT_PAUSE_FIRST_MS = 1_000;
/** Longest pause between two probes, so the longest time until a healthy provider is noticed. */
const CIRCUIT_PAUSE_MAX_MS = 5_000;
/** Time that a probing caller has to append its intent record and make the call. */
const CIRCUIT_PROBE_RESERVED_MS = 1_000;

/** Error of a call that was not sent, because the circuit is open after failures in a row. */
export class CircuitOpen extends Error {
  override readonly name = 'CircuitOpen';

  constructor(
    circuit: string,
    /** Time until the next probe. */
    readonly retryAfterMs: number,
  ) {
    super(`${circuit} failed too often in a row; nothing was sent, to let it recover`);
  }
}

/** Returns the error or its cause if it is a `CircuitOpen`, otherwise null. */
export const openCircuitOf = (error: unknown): CircuitOpen | null => {
  if (error instanceof CircuitOpen) return error;
  return error instanceof Error && error.cause instanceof CircuitOpen ? error.cause : null;
};

/** Failures in a row that open a circuit. */
const FAILURES_MAX = 5;

type Options = {
  /** Name of the provider, for messages. */
  readonly name: string;
  readonly logger: Logger | null;
  /** Monotonic clock, in ms. */
  readonly elapsedMs?: () => number;
};

/**
 * Stops calls to an unhealthy provider. Five failures in a row open the circuit. While it is open,
 * calls fail at once, except one probe after each pause. A successful probe closes the circuit.
 */
export class Circuit {
  private failures = 0;
  private pauseMs = CIRCUIT_PAUSE_FIRST_MS;
  private nextProbeMs = 0;
  private reservedUntilMs = 0;
  private probing = false;
  private readonly elapsedMs: () => number;
  /** Name of the provider and the call, a metric label with few values. */
  readonly name: string;

  constructor(private readonly options: Options) {
    this.name = options.name;
    this.elapsedMs = options.elapsedMs ?? (() => performance.now());
  }

  /**
   * Requires that `run` would make a call now. Use it before recording an intent. While the circuit
   * is open, one caller at a time may probe.
   * @throws {CircuitOpen}
   */
  requireReady(): void {
    if (this.failures < FAILURES_MAX) return;
    const nowMs = this.elapsedMs();
    if (this.probing || nowMs < this.nextProbeMs || nowMs < this.reservedUntilMs)
      throw this.open(nowMs);
    this.reservedUntilMs = nowMs + CIRCUIT_PROBE_RESERVED_MS;
  }

  /** Makes a call. Every error of it is a failure. @throws {CircuitOpen} without a call. */
  async run<Response>(
    call: () => Promise<Response>,
    isFailure: (response: Response) => boolean,
  ): Promise<Response> {
    const probe = this.enter();
    try {
      const response = await call();
      if (isFailure(response)) this.failed(probe);
      else this.succeeded(probe);
      return response;
    } catch (error) {
      this.failed(probe);
      throw error;
    } finally {
      if (probe) this.probing = false;
    }
  }

  /** Returns whether the call is a probe. */
  private enter(): boolean {
    if (this.failures < FAILURES_MAX) return false;
    const nowMs = this.elapsedMs();
    if (this.probing || nowMs < this.nextProbeMs) throw this.open(nowMs);
    this.probing = true;
    return true;
  }

  private open(nowMs: number): CircuitOpen {
    return new CircuitOpen(this.name, Math.max(this.nextProbeMs - nowMs, CIRCUIT_PAUSE_FIRST_MS));
  }

  /** Ignores late responses to calls from before the circuit opened. Only a probe closes it. */
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

/** One circuit for each kind of call to a provider: failing orders do not block journals. */
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
    const circuit =
      this.circuits.get(name) ??
      new Circuit({ ...this.options, name: `${this.options.name} ${name}` });
    this.circuits.set(name, circuit);
    return circuit;
  }
}
