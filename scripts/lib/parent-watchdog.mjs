/**
 * Loaded before an app. An app ends when its supervisor is gone. This watchdog ends an app that was
 * still starting or too busy to notice.
 */
const GRACE_MS = 9_000;
const end = () => process.kill(process.pid, 'SIGKILL');

if (!process.connected) end();
process.once('disconnect', () => setTimeout(end, GRACE_MS).unref());
// This listener must not keep a closed app alive.
process.channel?.unref();
