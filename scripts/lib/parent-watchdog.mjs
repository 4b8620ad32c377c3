/**
 * Ends the app after its supervisor has ended, if the app is still starting or too busy to end itself.
 * Node loads this file before the app.
 */
const GRACE_MS = 9_000;
const end = () => process.kill(process.pid, 'SIGKILL');

if (!process.connected) end();
process.once('disconnect', () => setTimeout(end, GRACE_MS).unref());
// This listener must not keep a closed app alive.
process.channel?.unref();
