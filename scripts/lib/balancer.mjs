import { Agent, createServer, get, request } from 'node:http';

const READY = '/health/ready';
const POLL_MS = 250;
const POLL_WITHIN_MS = 1_000;
/** Timeout of a request at a backend. An API responds with 503 earlier, after 12 s. */
const RESPONSE_TIMEOUT_MS = 13_000;

/** Longer than the timeout of clients, so that a connection does not close during a request. */
const KEEP_ALIVE_MS = 65_000;

/**
 * A small load balancer for trials on one machine. Each request goes to the next backend
 * (`http://host:port`) that was ready at the last poll, otherwise to an unresponsive backend. A request
 * fails after 13 s without a response. The balancer does not repeat requests.
 */
export const startBalancer = async ({ port, host, backends }) => {
  const ready = new Set();
  const silent = new Set();
  const agents = new Map(backends.map((backend) => [backend, new Agent({ keepAlive: true })]));
  let turn = 0;
  const poll = (backend) =>
    new Promise((resolve) => {
      const sent = get(`${backend}${READY}`, { timeout: POLL_WITHIN_MS, agent: false });
      sent.once('response', (response) => {
        response.resume();
        resolve(response.statusCode === 200 ? ready : null);
      });
      sent.once('timeout', () => {
        resolve(silent);
        sent.destroy();
      });
      sent.once('error', () => resolve(null));
    });
  const check = async (backend) => {
    const found = await poll(backend);
    for (const each of [ready, silent]) each.delete(backend);
    found?.add(backend);
    if (found === ready) return;
    // Open connections to an unresponsive backend may never get a response.
    for (const sockets of Object.values(agents.get(backend).freeSockets))
      sockets.forEach((socket) => socket.destroy());
  };
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (incoming, outgoing) => {
    const open = [...(ready.size > 0 ? ready : silent)];
    const backend = open[turn++ % Math.max(open.length, 1)];
    const fail = (status) => {
      if (!outgoing.headersSent) outgoing.writeHead(status, { 'x-balancer': 'failed' });
      outgoing.end();
    };
    if (backend === undefined) return fail(503);
    const { method, headers, url } = incoming;
    const agent = agents.get(backend);
    const sent = request(`${backend}${url}`, {
      method,
      headers,
      agent,
      timeout: RESPONSE_TIMEOUT_MS,
    });
    sent.once('timeout', () => sent.destroy(new Error('no response')));
    sent.once('response', (response) => {
      const { connection: _, ...passed } = response.headers;
      outgoing.writeHead(response.statusCode, passed);
      response.pipe(outgoing);
    });
    sent.once('error', () => fail(502));
    outgoing.once('close', () => sent.destroy());
    incoming.pipe(sent);
  });
  await Promise.all(backends.map(check));
  const timer = setInterval(() => backends.forEach(check), POLL_MS);
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, resolve);
  });
  const close = () =>
    new Promise((resolve) => {
      clearInterval(timer);
      agents.forEach((agent) => agent.destroy());
      server.closeAllConnections();
      server.close(resolve);
    });
  return {
    url: `http://${host}:${server.address().port}`,
    isReady: (one) => ready.has(one),
    close,
  };
};
