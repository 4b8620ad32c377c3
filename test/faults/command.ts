/** `npm run faults`: injects faults, or with `--bug` a bug that the faults must show. */
const hasBug = process.argv.some((word) => word.startsWith('--bug'));
await import(hasBug ? './seeded-bugs/run.js' : './run.js');
