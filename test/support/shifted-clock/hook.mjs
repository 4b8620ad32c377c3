import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded into a process before its code, to shift its clock. The file of SHIFTED_CLOCK_FILE contains the
// offset in milliseconds for each app or for all apps ("*"), and is read again after changes. An app
// reports the applied offset in a file beside it.
const file = process.env.SHIFTED_CLOCK_FILE;
const app = /apps[\\/]([a-z]+)[\\/]main/.exec(process.argv[1] ?? '')?.[1] ?? '';
const READ_EVERY_MS = 100;
let shiftMs = 0;
let known = '';

const read = () => {
  try {
    const text = readFileSync(file, 'utf8');
    if (text === known) return;
    const shifts = JSON.parse(text);
    shiftMs = shifts[app] ?? shifts['*'] ?? 0;
    known = text;
    // Two threads write one file, and the last writer may have read the older offset.
    if (!isMainThread) return;
    writeFileSync(`${file}.${process.pid}`, text);
    renameSync(`${file}.${process.pid}`, `${file}.of-${app}`);
  } catch {
    return;
  }
};

const RealDate = Date;
const now = () => RealDate.now() + shiftMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, as) =>
    Reflect.construct(target, given.length > 0 ? given : [now()], as),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});

if (file !== undefined) {
  read();
  setInterval(read, READ_EVERY_MS).unref();
}
