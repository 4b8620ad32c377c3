import { describe, expect, it } from '@jest/globals';
import { prove } from './trace.js';

const request = '7 read(21<TCP:[1]>, "POST /v1/funding … ext-1", 65536) = 300';
const write = '7 pwrite64(19</d/events.db-wal>, "…deposit-1…", 4096, 56) = 4096';
const sync = '7 fdatasync(19</d/events.db-wal>) = 0';
const answer = '7 write(21<TCP:[1]>, "HTTP/1.1 201 Created … ext-1", 300) = 300';
const command = { externalId: 'ext-1', stream: 'deposit-1' };

describe('the proof of durability', () => {
  it.each([
    ['the sync came before the answer', [request, write, sync, answer], 1],
    ['the answer came before the sync', [request, write, answer, sync], 0],
    ['nothing was synced', [request, write, answer], 0],
    ['the sync came before the write', [request, sync, write, answer], 0],
    ['another file was synced', [request, write, sync.replace('-wal', ''), answer], 0],
    ['the sync failed', [request, write, sync.replace('= 0', '= -1 EIO'), answer], 0],
    ['another thread synced', [request, write, sync.replace('7', '8'), answer], 0],
    ['nothing was written', [request, sync, answer], 0],
    [
      'the sync was traced in two parts',
      [
        request,
        write,
        sync.replace(') = 0', ' <unfinished ...>'),
        '8 x() = 0',
        '7 <... fdatasync resumed>) = 0',
        answer,
      ],
      1,
    ],
  ])('%s', (_, lines, held) => {
    expect(prove(lines.join('\n'), 7, [command]).held).toBe(held);
  });

  it('counts syncs, of which several commands may share one', () => {
    const other = (line: string) =>
      line.replace('ext-1', 'ext-2').replace('deposit-1', 'deposit-2');
    const lines = [request, other(request), write, other(write), sync, answer, other(answer)];
    const commands = [command, { externalId: 'ext-2', stream: 'deposit-2' }];
    expect(prove(lines.join('\n'), 7, commands)).toEqual({ held: 2, violations: [], syncs: 1 });
  });
});
