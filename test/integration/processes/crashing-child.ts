import { runProcess } from '#observability/process.js';

// What it complains of is read by its spec.
console.error = console.log;
const [dataDir = ''] = process.argv.slice(2);

await runProcess('crashing', async () => ({ dataDir, close: () => Promise.resolve() }));
const cause = Object.assign(new Error('it was asked too much'), { password: 'secret' });
setTimeout(() => {
  throw new Error('it broke', { cause });
});
