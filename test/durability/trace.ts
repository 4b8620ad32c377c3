/** A call of the traced process to its kernel, in the order of its main thread. */
type Call = { readonly name: string; readonly text: string };

export type Proof = {
  /** Commands with a 2xx whose events were on disk before it. */
  readonly held: number;
  readonly violations: readonly string[];
  /** Syncs of the journal between the first of the commands and the last answer. */
  readonly syncs: number;
};

/** An answered command: what its request and answer hold, and the stream that it wrote. */
export type Answered = { readonly externalId: string; readonly stream: string };

const JOURNAL = '-wal>';

/**
 * Reads a trace (`strace -f -y`) of the api. Each command's request must come in before the first
 * write of its stream's name to the journal, a sync of the journal must begin and end well after
 * that write, and only then may the answer go out.
 */
export const prove = (trace: string, pid: number, commands: readonly Answered[]): Proof => {
  const calls = mainThread(trace, pid);
  const violations: string[] = [];
  const [firsts, lasts]: [number[], number[]] = [[], []];
  for (const { externalId, stream } of commands) {
    const request = next(calls, 0, ({ name, text }) => isRead(name) && text.includes(externalId));
    const write = next(
      calls,
      request,
      (call) => isJournalWrite(call) && call.text.includes(stream),
    );
    const sync = next(calls, write, isSync);
    const answer = next(calls, request, (call) => isAnswer(call) && call.text.includes(externalId));
    const places = { request, write, sync, answer };
    const unseen = Object.entries(places).filter(([, at]) => at === Infinity);
    if (unseen.length > 0) violations.push(`${stream}: no ${unseen.map(([n]) => n).join(', no ')}`);
    else if (answer < sync) violations.push(`${stream}: answered before its sync`);
    firsts.push(request);
    lasts.push(answer);
  }
  const [from, to] = [Math.min(...firsts), Math.max(...lasts)];
  const syncs = calls.slice(from, to).filter(isSync).length;
  return { held: commands.length - violations.length, violations, syncs };
};

const LINE = /^(?:\[pid\s+)?(\d+)\]?\s+(.*)$/;

/** A call that was interrupted by another thread's is one line again, where it ended. */
const mainThread = (trace: string, pid: number): Call[] => {
  const calls: Call[] = [];
  let begun = '';
  for (const line of trace.split('\n')) {
    const match = LINE.exec(line);
    if (match === null || Number(match[1]) !== pid) continue;
    const text = match[2]!;
    if (text.endsWith('<unfinished ...>')) begun = text;
    else if (text.startsWith('<... ')) {
      calls.push(callOf(begun + text));
      begun = '';
    } else calls.push(callOf(text));
  }
  return calls;
};

const callOf = (text: string): Call => ({ name: text.slice(0, text.indexOf('(')), text });

/** The place of the first such call behind `from`; Infinity when there is none. */
const next = (calls: readonly Call[], from: number, wanted: (call: Call) => boolean): number => {
  if (from === Infinity) return Infinity;
  const at = calls.findIndex((call, i) => i >= from && wanted(call));
  return at < 0 ? Infinity : at;
};

const isRead = (name: string) => name === 'read' || name === 'recvfrom';
const isJournalWrite = ({ name, text }: Call) =>
  (name === 'pwrite64' || name === 'write') && text.includes(JOURNAL);
const isSync = ({ name, text }: Call) =>
  (name === 'fdatasync' || name === 'fsync') && text.includes(JOURNAL) && / = 0$/.test(text);
const isAnswer = ({ name, text }: Call) =>
  ['write', 'writev', 'sendto', 'sendmsg'].includes(name) && /HTTP\/1\.1 2\d\d/.test(text);
