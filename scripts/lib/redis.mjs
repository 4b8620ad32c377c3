import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from './problem.mjs';
import { findOrInstall, launchTethered } from './tools.mjs';

const READY_TIMEOUT_MS = 60_000;
const ADVICE = 'install Redis 6.2 or newer (redis-server in PATH), or set REDIS_URL.';

export const findRedis = async (say) => {
  const program = await findOrInstall(['redis-server'], {
    debianPackage: 'redis-server',
    advice: ADVICE,
    say,
  });
  const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '';
  const [, major, minor] = /v=(\d+)\.(\d+)/.exec(version) ?? [];
  if (Number(major) > 6 || (Number(major) === 6 && Number(minor) >= 2)) return program;
  throw new Problem(`${program} is too old or does not start: ${ADVICE}`);
};

/** Starts a durable Redis on 127.0.0.1. */
export const launchRedis = ({ program, port, dir }) => {
  const args = ['--bind', '127.0.0.1', '--port', String(port), '--dir', dir, '--save', ''];
  args.push('--appendonly', 'yes', '--appendfsync', 'everysec');
  args.push('--maxmemory-policy', 'noeviction', '--daemonize', 'no');
  const child = launchTethered(program, args);
  return { child, ready: waitForPing(child, port), companionEnd: shellOf(child) };
};

/** Resolves when the shell that tethers Redis has ended. */
const shellOf = ({ pid, stdio: [, , , tether] }) =>
  pid === undefined ? null : new Promise((resolve) => tether.once('close', resolve));

const waitForPing = async (child, port) => {
  for (
    const until = performance.now() + READY_TIMEOUT_MS;
    performance.now() < until;
    await sleep(50)
  ) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    if (await ping(port)) return true;
  }
  return false;
};

const ping = (port) =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1_000 });
    const finish = (value) => {
      socket.destroy();
      resolve(value);
    };
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (data) => finish(data.toString().startsWith('+PONG')));
    socket.once('error', () => finish(false));
    socket.once('timeout', () => finish(false));
    socket.once('close', () => finish(false));
  });
