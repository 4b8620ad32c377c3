/**
 * Loaded before an app. An app ends by itself when its supervisor is gone; this is for the one that
 * was too early or too busy to notice.
 */
const GRACE_MS = 9_000;
const end = () => process.kill(process.pid, 'SIGKILL');

if (!process.connected) end();
process.once('disconnect', () => setTimeout(end, GRACE_MS).unref());
// Listening must not keep an app alive that has closed everything else.
process.channel?.unref();
