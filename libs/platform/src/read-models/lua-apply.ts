import { AFTER } from './lua-after.js';
import { Script } from './script.js';

/**
 * KEYS: guard, active. ARGV: projection, generation, key prefix, last position, position of the
 * event that opens the partner or '', whether any event matters, whether readers use this
 * generation, what the guard must have reached, position of the first event whose operations are
 * combined or '', then as a JSON list the operations of `Combined`, of each event apart unless they
 * are combined. One long text costs both sides far less than thousands of short ones.
 *
 * A guard that has not reached it was set back: to go on from there would leave a gap for ever.
 * Readers of a new partner begin here; those of others are moved by `activateAll` alone, or a
 * feeder that does not know yet that its generation is lost would take them along.
 *
 * The guard is written first and plainly: Redis refuses for its own reasons (memory, replica, disk)
 * only at a script's first write, and then nothing has changed. All later writes are tried, so that
 * one that does not fit its key is reported and cannot make the rest apply twice.
 */
export const APPLY = new Script(`${AFTER}
local guard, active = KEYS[1], KEYS[2]
local projection, generation, prefix, last, opensAt = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local matters, serving, least, first = ARGV[6] == '1', ARGV[7] == '1', ARGV[8], ARGV[9]
local field = projection .. ':' .. generation
local known = redis.call('HGET', guard, field)
local opening = not known
if opening and opensAt == '' then return { matters and 'foreign' or 'ignored' } end
if known and after(least, known) then return { 'set_back' } end
known = known or ''
if first ~= '' and after(last, known) and not after(first, known) then return { 'overlap' } end
local answer = { opening and 'opened' or 'applied' }
if after(last, known) then
  local words, doc, index = cjson.decode(ARGV[10]), prefix .. 'd:', prefix .. 'i:'
  redis.call('HSET', guard, field, last)
  local position, live = '', first ~= ''
  local function try(kind, name, field, ...)
    local reply = redis.pcall(...)
    if type(reply) == 'table' and reply.err then
      for _, word in ipairs({ position, kind, name, field, reply.err }) do answer[#answer + 1] = word end
    end
    return reply
  end
  local function ofDoc(name, command, ...) return try('doc', name, '', command, doc .. name, ...) end
  local function ofIndex(name, command, ...) return try('index', name, '', command, index .. name, ...) end
  local function add(name, from, to)
    for k = from, to, 2 do try('doc', name, words[k], 'HINCRBY', doc .. name, words[k], words[k + 1]) end
  end
  local function tally(name, bucket, field, keep, most, by)
    local key = doc .. name
    if ofDoc(name, 'HINCRBY', bucket .. '/' .. field, by) ~= tonumber(by) then return end
    if redis.call('HLEN', key) <= tonumber(most) then return end
    local last = tonumber(bucket) - tonumber(keep)
    for _, name in ipairs(redis.call('HKEYS', key)) do
      local of = tonumber(name:match('^(%d+)/'))
      if of and of <= last then redis.call('HDEL', key, name) end
    end
  end
  local function move(member, from, to)
    local score = ofIndex(from, 'ZSCORE', member)
    if type(score) ~= 'string' then return end
    ofIndex(from, 'ZREM', member)
    ofIndex(to, 'ZADD', score, member)
  end
  local function rename(kind, prefix, from, to)
    if from == to or redis.call('EXISTS', prefix .. from) == 0 then return end
    try(kind, from, '', 'RENAME', prefix .. from, prefix .. to)
  end
  local i, n = 1, #words
  while i <= n do
    local op, a, b, c = words[i], words[i + 1], words[i + 2], words[i + 3]
    if op == 'event' then
      position = a
      live = after(a, known) and not (opening and after(opensAt, a))
      i = i + 2
    elseif op == 'delete' then
      if live then ofDoc(a, 'DEL') end
      i = i + 2
    elseif op == 'rename' then
      if live then
        rename('doc', doc, a, b)
        rename('index', index, a, b)
      end
      i = i + 3
    elseif op == 'move' then
      if live then move(a, b, c) end
      i = i + 4
    elseif op == 'tally' then
      if live then tally(a, b, c, words[i + 4], words[i + 5], words[i + 6]) end
      i = i + 7
    else
      local from, to = i + 3, i + 2 + tonumber(b)
      if not live then
      elseif op == 'set' then ofDoc(a, 'HSET', unpack(words, from, to))
      elseif op == 'unset' then ofDoc(a, 'HDEL', unpack(words, from, to))
      elseif op == 'add' then add(a, from, to)
      elseif op == 'index' then ofIndex(a, 'ZADD', unpack(words, from, to))
      elseif op == 'unindex' then ofIndex(a, 'ZREM', unpack(words, from, to)) end
      i = to + 1
    end
  end
end
if serving then redis.call('HSETNX', active, projection, generation) end
return answer
`);
