import { describe, expect, it } from '@jest/globals';
import { Circuit, CircuitOpen, Circuits, openCircuitOf } from './circuit.js';

/** Returns a circuit with a manual clock, and the log of its messages. */
const stage = () => {
  const time = { nowMs: 0 };
  const said: string[] = [];
  const say = (_: object, message: string) => void said.push(message);
  const logger = { info: say, warn: say, error: say };
  const circuit = new Circuit({ name: 'broker', logger, elapsedMs: () => time.nowMs });
  let calls = 0;
  const call = (status: number) =>
    circuit.run(
      () => {
        calls++;
        return Promise.resolve(status);
      },
      (answer) => answer >= 500,
    );
  const fail = async (times: number) => {
    for (let i = 0; i < times; i++) await call(500);
  };
  return { time, said, circuit, call, fail, calls: () => calls };
};

describe('a circuit', () => {
  it('lets everything through while calls succeed now and then', async () => {
    const { call, fail, calls } = stage();
    for (let i = 0; i < 5; i++) {
      await fail(4);
      expect(await call(422)).toBe(422);
    }
    expect(calls()).toBe(25);
  });

  it('opens after five failures in a row, and then calls nothing', async () => {
    const { call, fail, calls, said } = stage();
    await fail(5);
    await expect(call(200)).rejects.toThrow(CircuitOpen);
    expect(calls()).toBe(5);
    expect(said).toEqual(['circuit open']);
  });

  it('counts what is thrown as a failure', async () => {
    const { circuit, call } = stage();
    const failing = () =>
      circuit.run(
        () => Promise.reject(new Error('reset')),
        () => false,
      );
    for (let i = 0; i < 5; i++) await expect(failing()).rejects.toThrow('reset');
    await expect(call(200)).rejects.toThrow(CircuitOpen);
  });

  it('closes with the first success after its pause', async () => {
    const { time, call, fail, said } = stage();
    await fail(5);
    time.nowMs = 1_000;
    expect(await call(200)).toBe(200);
    await fail(4);
    expect(await call(200)).toBe(200);
    expect(said).toEqual(['circuit open', 'circuit closed']);
  });

  it('lets one call at a time find out', async () => {
    const { time, circuit, call, fail } = stage();
    await fail(5);
    time.nowMs = 1_000;
    let answer = (_: number): void => undefined;
    const probe = circuit.run(
      () => new Promise<number>((resolve) => (answer = resolve)),
      () => false,
    );
    await expect(call(200)).rejects.toThrow(CircuitOpen);
    answer(200);
    await probe;
    expect(await call(200)).toBe(200);
  });

  it('waits longer after each failed probe, five seconds at most', async () => {
    const { time, call, fail, said } = stage();
    await fail(5);
    const pauses: number[] = [];
    for (let probes = 0; probes < 5; probes++) {
      const sinceMs = time.nowMs;
      const refused = () =>
        call(500).then(
          () => false,
          () => true,
        );
      while (await refused()) time.nowMs += 100;
      pauses.push(time.nowMs - sinceMs);
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
    expect(said).toEqual(['circuit open']);
  });

  it('stays open when a call from before succeeds late', async () => {
    const { circuit, call, fail } = stage();
    let answer = (_: number): void => undefined;
    const late = circuit.run(
      () => new Promise<number>((resolve) => (answer = resolve)),
      () => false,
    );
    await fail(5);
    answer(200);
    await late;
    await expect(call(200)).rejects.toThrow(CircuitOpen);
  });

  it('tells beforehand, and lets one go ahead after the pause', async () => {
    const { time, circuit, fail } = stage();
    circuit.requireReady();
    await fail(5);
    expect(() => circuit.requireReady()).toThrow(CircuitOpen);
    time.nowMs = 1_000;
    circuit.requireReady();
    expect(() => circuit.requireReady()).toThrow(CircuitOpen);
    time.nowMs = 2_000;
    circuit.requireReady();
  });

  it('says when it makes sense to come again', async () => {
    const { circuit, fail } = stage();
    await fail(5);
    try {
      circuit.requireReady();
    } catch (error) {
      expect(openCircuitOf(error)?.retryAfterMs).toBe(1_000);
    }
    expect.assertions(1);
  });
});

describe('an error about an open circuit', () => {
  const open = new CircuitOpen('broker', 1);
  it.each([
    ['itself', open, open],
    ['its cause', new Error('no session', { cause: open }), open],
    ['another', new Error('no session'), null],
  ])('is reported by %s', (_, error, expected) => {
    expect(openCircuitOf(error)).toBe(expected);
  });
});

describe('the circuits of a provider', () => {
  const circuits = new Circuits({ name: 'broker', logger: null });

  it.each([
    ['GET', '/v1/journals/0f0e-1', 'GET', '/v1/journals'],
    ['POST', '/v1/trading/accounts/0f0e-1/orders', 'POST', '/v1/trading/accounts/0f0e-2/orders'],
    ['GET', '/v1/trading/accounts/a-1/orders:by_client_order_id', 'GET', '/x/orders/b-2'],
    ['PATCH', '/users/fp_id_1/vault', 'PATCH', '/users/fp_id_2/vault'],
  ])('are one for %s %s and %s %s', (method, path, otherMethod, otherPath) => {
    expect(circuits.of(method, path)).toBe(circuits.of(otherMethod, otherPath));
  });

  it.each([
    ['POST', '/v1/journals', 'GET', '/v1/journals'],
    ['POST', '/v1/journals', 'POST', '/v1/accounts'],
  ])('differ for %s %s and %s %s', (method, path, otherMethod, otherPath) => {
    expect(circuits.of(method, path)).not.toBe(circuits.of(otherMethod, otherPath));
  });

  it('are limited in number', () => {
    const many = new Circuits({ name: 'broker', logger: null });
    const words = 'abcdefghijkl'.split('');
    const all = words.flatMap((a) => words.map((b) => many.of('GET', `/${a}${b}`)));
    expect(new Set(all).size).toBeLessThanOrEqual(65);
  });
});
