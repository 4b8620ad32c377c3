/** `npm run faults` injects faults, and with `--bug` also a bug that the faults must reveal. */
const hasBug = process.argv.some((word) => word.startsWith('--bug'));
await import(hasBug ? './seeded-bugs/run.js' : './run.js');
