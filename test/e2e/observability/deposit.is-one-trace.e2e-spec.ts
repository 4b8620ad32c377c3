import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { onboardedUser } from '../../support/onboarded-user.js';
import { type ReceivedSpan, drawTrace, startReceiver } from '../../support/otlp-receiver.js';
import { opsHere } from '../../support/ops-here.js';
import { type Json, PartnerClient, Service } from '../../support/service.js';
import { eventually } from '../../support/signals.js';

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let service: Service;
let client: PartnerClient;
let userId: string;

beforeAll(async () => {
  receiver = await startReceiver();
  service = await Service.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: '200',
  });
  client = await PartnerClient.logIn(service);
  userId = await onboardedUser(service, client);
});

afterAll(async () => {
  await service.stop();
  await receiver.close();
});

const deposit = async (headers: Record<string, string> = {}) => {
  const body = { userId, direction: 'DEPOSIT', amount: '771.31', externalId: randomUUID() };
  const { body: made, headers: answered } = await client.post('/v1/funding', body, headers);
  return { id: String(made['id']), requestId: answered.get('x-request-id')! };
};

/** Returns the whole trace of a request, once the settlement total includes the deposit. */
const traceOf = async (requestId: string): Promise<readonly ReceivedSpan[]> => {
  const ofRequest = () => {
    const root = receiver.spans.find(
      ({ name, attributes }) =>
        name === 'POST /v1/funding' && attributes['brokerage.correlation_id'] === requestId,
    );
    return receiver.spans.filter(({ traceId }) => traceId === root?.traceId);
  };
  return eventually(() => Promise.resolve(ofRequest()), hasArrived);
};

const hasArrived = (spans: readonly ReceivedSpan[]): boolean =>
  spans.some(isTotal) && pathOf(spans, spans.find(isTotal)!).at(-1)?.name === 'POST /v1/funding';

const isTotal = ({ name, attributes }: ReceivedSpan): boolean =>
  name === 'project read models' && attributes['brokerage.events'] === 'DepositCompleted';

/** Returns a span and all its ancestors. */
const pathOf = (spans: readonly ReceivedSpan[], from: ReceivedSpan): readonly ReceivedSpan[] => {
  const path = [from];
  for (let at = spans.find(({ spanId }) => spanId === from.parentId); at !== undefined;) {
    path.push(at);
    const { parentId } = at;
    at = path.length > 100 ? undefined : spans.find(({ spanId }) => spanId === parentId);
  }
  return path;
};

it('a deposit is one trace from the request to the settlement total, although workers die', async () => {
  service.kill('worker');
  const { id, requestId } = await deposit();
  await client.until(`/v1/funding/${id}`, ({ status }) => status === 'completed');
  const spans = await traceOf(requestId);
  console.info(drawTrace(spans));
  const path = pathOf(spans, spans.find(isTotal)!).map(({ name }) => name);
  expect(path.at(0)).toBe('project read models');
  expect(path.at(-1)).toBe('POST /v1/funding');
  expect(path).toEqual(expect.arrayContaining(['append deposit', 'queue credit-deposit']));
  expect(path).toContain('job credit-deposit');
  const call = spans.find(({ name }) => name === 'broker POST journals')!;
  expect(pathOf(spans, call).map(({ name }) => name)).toContain('job credit-deposit');
  const services = new Set(spans.map(({ service: name }) => name));
  expect([...services].sort()).toEqual(
    ['api', 'projector', 'worker'].map((app) => `partner-brokerage-${app}`),
  );
});

describe('the log alone', () => {
  const trace = async (...args: string[]): Promise<Json> => {
    const { code, stdout, stderr } = await opsHere(service, 'trace', ...args, '--json');
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout) as Json;
  };
  const types = ({ lines }: Json) => (lines as readonly Json[]).map(({ type }) => type);

  it('contains the trace of a deposit to the end of its settlement', async () => {
    const { id, requestId } = await deposit();
    await client.until(`/v1/funding/${id}`, ({ status }) => status === 'completed');
    const way = await trace('--deposit', id);
    expect(way).toMatchObject({ correlationId: requestId, settlement: { status: 'open' } });
    expect(types(way).slice(0, 3)).toEqual([
      'DailyFundingReserved',
      'DepositRequested',
      'DepositStarted',
    ]);
    expect(types(way).at(-1)).toBe('DepositCompleted');
    const partner = service.demo.partner.id;
    const { stdout } = await opsHere(
      service,
      'settlement',
      'cut-off',
      '--partner',
      partner,
      '--json',
    );
    const period = String((JSON.parse(stdout) as Json)['id']);
    await client.until(`/v1/settlements/${period}`, ({ closedAt }) => closedAt !== null);
    const ended = await trace('--deposit', id);
    expect(ended).toMatchObject({ settlement: { id: period, status: 'closed' }, shown: true });
    expect(types(ended).slice(-2)).toEqual(['SettlementCutOffReached', 'SettlementPeriodClosed']);
    const forPeople = await service.ops('trace', '--deposit', id);
    console.info(forPeople.stdout);
    expect(forPeople.stdout).toContain(`part of settlement ${period}`);
  });

  it('contains the trace of a user from registration to the account', async () =>
    expect(types(await trace('--user', userId))).toEqual(
      expect.arrayContaining(['UserRegistered', 'OnboardingSessionIssued']),
    ));

  it('reports an unknown id', async () => {
    const { code, stdout, stderr } = await service.ops('trace', '--order', randomUUID());
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('The log does not contain order');
  });
});

it('a partner’s own trace is linked without an effect on sampling', async () => {
  const theirs = '0af7651916cd43dd8448eb211c80319c';
  const { requestId } = await deposit({ traceparent: `00-${theirs}-b7ad6b7169203331-00` });
  const spans = await traceOf(requestId);
  const root = spans.find(({ name }) => name === 'POST /v1/funding')!;
  expect(root.traceId).not.toBe(theirs);
  expect(root).toMatchObject({ parentId: '', links: [theirs] });
});

it('spans leave out ids of persons, amounts and secrets', () => {
  const text = JSON.stringify(receiver.spans.map(({ name, attributes }) => [name, attributes]));
  for (const word of [userId, '771.31', 'Lovelace', '@', service.demo.partner.apiKey])
    expect(text).not.toContain(word);
  // In cents, because a random id may contain the digits of the amount.
  expect(text.replaceAll(UUID, '')).not.toContain('77131');
});

it('names of spans are templates', () => {
  const names = new Set(receiver.spans.map(({ name }) => name));
  expect([...names].filter((name) => /[0-9a-f]{8}-/.test(name))).toEqual([]);
});
