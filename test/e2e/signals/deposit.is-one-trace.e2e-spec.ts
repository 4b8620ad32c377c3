import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { onboardedUser } from '../../support/onboarded-user.js';
import { type ReceivedSpan, drawTrace, startReceiver } from '../../support/otlp-receiver.js';
import { PartnerClient, Service } from '../../support/service.js';
import { eventually } from '../../support/signals.js';

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
}, 180_000);

afterAll(async () => {
  await service.stop();
  await receiver.close();
}, 30_000);

const deposit = async (headers: Record<string, string> = {}) => {
  const body = { userId, direction: 'DEPOSIT', amount: '77.31', externalId: randomUUID() };
  const { body: made, headers: answered } = await client.post('/v1/funding', body, headers);
  return { id: String(made['id']), requestId: answered.get('x-request-id')! };
};

/** All of one request's trace, once the settlement total shows the deposit. */
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
  name === 'project settlement-periods' && attributes['brokerage.events'] === 'DepositCompleted';

/** A span, what it follows from, and so on. */
const pathOf = (spans: readonly ReceivedSpan[], from: ReceivedSpan): readonly ReceivedSpan[] => {
  const path = [from];
  for (let at = spans.find(({ spanId }) => spanId === from.parentId); at !== undefined;) {
    path.push(at);
    const { parentId } = at;
    at = path.length > 100 ? undefined : spans.find(({ spanId }) => spanId === parentId);
  }
  return path;
};

it('a deposit is one trace, from the request to the settlement total, though workers die', async () => {
  service.kill('worker');
  const { id, requestId } = await deposit();
  await client.until(`/v1/funding/${id}`, ({ status }) => status === 'completed');
  const spans = await traceOf(requestId);
  console.info(drawTrace(spans));
  const path = pathOf(spans, spans.find(isTotal)!).map(({ name }) => name);
  expect(path.at(0)).toBe('project settlement-periods');
  expect(path.at(-1)).toBe('POST /v1/funding');
  expect(path).toEqual(expect.arrayContaining(['append deposit', 'queue credit-deposit']));
  expect(path).toContain('job credit-deposit');
  const call = spans.find(({ name }) => name === 'broker POST journals')!;
  expect(pathOf(spans, call).map(({ name }) => name)).toContain('job credit-deposit');
  const services = new Set(spans.map(({ service: name }) => name));
  expect([...services].sort()).toEqual(
    ['api', 'projector', 'worker'].map((app) => `partner-brokerage-${app}`),
  );
}, 120_000);

it('a partner’s own trace is linked, and decides nothing here', async () => {
  const theirs = '0af7651916cd43dd8448eb211c80319c';
  const { requestId } = await deposit({ traceparent: `00-${theirs}-b7ad6b7169203331-00` });
  const spans = await traceOf(requestId);
  const root = spans.find(({ name }) => name === 'POST /v1/funding')!;
  expect(root.traceId).not.toBe(theirs);
  expect(root).toMatchObject({ parentId: '', links: [theirs] });
}, 120_000);

it('spans hold no id of a person, no amount and no secret', () => {
  const text = JSON.stringify(receiver.spans.map(({ name, attributes }) => [name, attributes]));
  for (const word of [userId, '77.31', '7731', 'Lovelace', '@', service.demo.partner.apiKey])
    expect(text).not.toContain(word);
});

it('names of spans are templates', () => {
  const names = new Set(receiver.spans.map(({ name }) => name));
  expect([...names].filter((name) => /[0-9a-f]{8}-/.test(name))).toEqual([]);
});
