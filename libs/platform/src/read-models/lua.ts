import { Script } from './script.js';

/** Positions are compared as text: as numbers they would be rounded above 2^53. */
const AFTER = `
local function after(a, b)
  if #a ~= #b then return #a > #b end
  return a > b
end
`;

/** Readers of a partner move to a generation only when it knows at least what theirs knows. */
const ACTIVATE = `
local function activate(guard, active, projection, generation)
  local current = redis.call('HGET', active, projection)
  if current and current >= generation then return true end
  local mine = redis.call('HGET', guard, projection .. ':' .. generation)
  local theirs = current and redis.call('HGET', guard, projection .. ':' .. current)
  if not mine then return not theirs end
  if theirs and after(theirs, mine) then return false end
  redis.call('HSET', active, projection, generation)
  return true
end
`;

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

/** KEYS: guard, active. ARGV: projection, generation. 1 when readers are there or need not move. */
export const ACTIVATE_PARTNER = new Script(`${AFTER}${ACTIVATE}
return activate(KEYS[1], KEYS[2], ARGV[1], ARGV[2]) and 1 or 0
`);

/** KEYS: active. ARGV: projection, generation. Readers of that generation are told "not ready". */
export const DEACTIVATE_PARTNER = new Script(`
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('HDEL', KEYS[1], ARGV[1]) end
return 1
`);

/** KEYS: guard. ARGV: projection, generation. Forgets the guards of all earlier generations. */
export const PRUNE_GUARD = new Script(`
local start = ARGV[1] .. ':'
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if field:sub(1, #start) == start and field:sub(#start + 1) < ARGV[2] then
    redis.call('HDEL', KEYS[1], field)
  end
end
return 1
`);

/**
 * KEYS: projection. ARGV: expected state, next state, a generation to begin or ''. The checkpoint
 * exists from the moment a generation does: a missing one always means that Redis was wiped.
 */
export const REPLACE_STATE = new Script(`
if (redis.call('HGET', KEYS[1], 'state') or '') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'state', ARGV[2])
if ARGV[3] ~= '' then redis.call('HSETNX', KEYS[1], 'checkpoint:' .. ARGV[3], '') end
return 1
`);

/**
 * KEYS: projection. ARGV: generation, position, what must be there at least, the position's mark in
 * the log. Answers what is stored now, which never goes back; nil when it already had. What was
 * stored before stays beside it.
 */
export const SAVE_CHECKPOINT = new Script(`${AFTER}
local field = 'checkpoint:' .. ARGV[1]
local stored = redis.call('HGET', KEYS[1], field)
if not stored or after(ARGV[3], stored) then return false end
if after(ARGV[2], stored) then
  redis.call('HSET', KEYS[1], 'previous:' .. ARGV[1], stored, field, ARGV[2], 'log:' .. ARGV[1], ARGV[4])
  stored = ARGV[2]
end
return stored
`);

/** KEYS: projection. ARGV: request. Forgets the wish for a rebuild, unless there is a newer one. */
export const CLEAR_REQUEST = new Script(`
if redis.call('HGET', KEYS[1], 'rebuild') == ARGV[1] then redis.call('HDEL', KEYS[1], 'rebuild') end
return 1
`);

/** KEYS: written. ARGV: position. */
export const RAISE_WRITTEN = new Script(`${AFTER}
if after(ARGV[1], redis.call('GET', KEYS[1]) or '') then redis.call('SET', KEYS[1], ARGV[1]) end
return 1
`);

/** The first answers of every read: the generation's guard and the last position written. */
const OPEN = `
local generation = redis.call('HGET', KEYS[2], ARGV[1])
if not generation then return { 'not_ready' } end
local position = redis.call('HGET', KEYS[1], ARGV[1] .. ':' .. generation)
if not position then return { 'not_ready' } end
local written = redis.call('GET', KEYS[3]) or ''
local prefix = ARGV[2] .. ARGV[1] .. ':' .. generation .. ':'
`;

/** KEYS: guard, active, written. ARGV: projection, partner prefix, documents… */
export const READ_DOCUMENTS = new Script(`${OPEN}
local documents = {}
for i = 3, #ARGV do documents[i - 2] = redis.call('HGETALL', prefix .. 'd:' .. ARGV[i]) end
return { 'ready', position, written, documents }
`);

/** KEYS: as above. ARGV: projection, partner prefix, index, start of document names, first and last
 *  rank, command, then the fields that are wanted of each document, or none for all with names. */
export const READ_PAGE = new Script(`${OPEN}
local index = prefix .. 'i:' .. ARGV[3]
local ids, documents = {}, {}
if tonumber(ARGV[6]) >= tonumber(ARGV[5]) then
  ids = redis.call(ARGV[7], index, ARGV[5], ARGV[6])
end
local doc = prefix .. 'd:' .. ARGV[4]
for i = 1, #ids do
  if #ARGV > 7 then documents[i] = redis.call('HMGET', doc .. ids[i], unpack(ARGV, 8))
  else documents[i] = redis.call('HGETALL', doc .. ids[i]) end
end
if #ARGV > 7 then documents = #ids == 0 and '[]' or cjson.encode(documents) end
return { 'ready', position, written, documents, ids, redis.call('ZCARD', index) }
`);

/** KEYS: as above. ARGV: projection, partner prefix, index, members… 1 for each that it holds. */
export const READ_MEMBERS = new Script(`${OPEN}
local index = prefix .. 'i:' .. ARGV[3]
local held = {}
for i = 4, #ARGV do held[i - 3] = redis.call('ZSCORE', index, ARGV[i]) and 1 or 0 end
return { 'ready', position, written, held }
`);

/** KEYS: active. ARGV: projection, partner prefix, index, lowest and highest score, offset, limit. */
export const READ_DUE = new Script(`
local generation = redis.call('HGET', KEYS[1], ARGV[1])
if not generation then return {} end
local index = ARGV[2] .. ARGV[1] .. ':' .. generation .. ':i:' .. ARGV[3]
return redis.call('ZRANGEBYSCORE', index, ARGV[4], ARGV[5], 'WITHSCORES', 'LIMIT', ARGV[6], ARGV[7])
`);
