import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onboardedUser } from '../support/onboarded-user.js';
import { PartnerClient, Service } from '../support/service.js';
import { type Answered, prove } from './trace.js';

const COMMANDS = Number(process.env['DURABILITY_COMMANDS'] ?? 200);
const AT_ONCE = 20;
const CALLS = 'read,recvfrom,write,writev,sendto,sendmsg,pwrite64,fdatasync,fsync';
/** Of each buffer: a whole page of the journal. */
const SHOWN_BYTES = 65_536;
const ATTACH_MAX_MS = 10_000;

/** Traces a process from outside; answers how to end that, which answers the trace. */
const traced = async (pid: number, file: string): Promise<() => Promise<string>> => {
  const args = ['-f', '-y', '-s', `${SHOWN_BYTES}`, '-e', `trace=${CALLS}`, '-o', file];
  const strace = spawn('strace', [...args, '-p', `${pid}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  strace.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  for (let waitedMs = 0; !said.includes('attached'); waitedMs += 100) {
    if (strace.exitCode !== null || waitedMs > ATTACH_MAX_MS)
      throw new Error(
        `strace cannot attach to the api; it needs the right to trace: ${said.trim()}`,
      );
    await sleep(100);
  }
  return async () => {
    const ended = new Promise((resolve) => strace.once('exit', resolve));
    strace.kill('SIGINT');
    await ended;
    return readFileSync(file, 'utf8');
  };
};

const deposit = async (client: PartnerClient, userId: string): Promise<Answered> => {
  const externalId = randomUUID();
  const about = { userId, direction: 'DEPOSIT', amount: '1.00', externalId };
  const { status, body } = await client.post('/v1/funding', about);
  if (status !== 201) throw new Error(`a deposit was answered with ${status}`);
  return { externalId, stream: `deposit-${String(body['id'])}` };
};

/** Commands, so many at once, under a trace of the api. Answers whether all were on disk first. */
const tryThem = async (service: Service, client: PartnerClient, userId: string, atOnce: number) => {
  const pid = service.pid('api');
  const end = await traced(pid, join(traces, `api-${atOnce}.trace`));
  const answered: Answered[] = [];
  while (answered.length < COMMANDS) {
    const group = Array.from({ length: atOnce }, () => deposit(client, userId));
    answered.push(...(await Promise.all(group)));
  }
  const { held, violations, syncs } = prove(await end(), pid, answered);
  const words = `${answered.length} commands, ${atOnce} at once: ${held} on disk before their 2xx`;
  console.log(`${words}; ${syncs} syncs`);
  for (const violation of violations) console.log(`VIOLATED ${violation}`);
  return violations.length === 0;
};

/** Apart from the service's own files: a trace holds the partner's token. */
const traces = mkdtempSync(join(tmpdir(), 'brokerage-traces-'));
const service = await Service.start();
try {
  const client = await PartnerClient.logIn(service);
  const userId = await onboardedUser(service, client);
  const alone = await tryThem(service, client, userId, 1);
  const together = await tryThem(service, client, userId, AT_ONCE);
  process.exitCode = alone && together ? 0 : 1;
} finally {
  rmSync(traces, { recursive: true, force: true });
  await service.stop();
}
