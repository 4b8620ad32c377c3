import { AFTER } from './lua-after.js';
import { Script } from './script.js';

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

/** A document as an object; one that is not there has no field. */
const DOCUMENT = `
local function document(key)
  local fields = redis.call('HGETALL', key)
  local object = {}
  for i = 1, #fields, 2 do object[fields[i]] = fields[i + 1] end
  return object
end
`;

/**
 * KEYS: guard, active, written. ARGV: projection, partner prefix, documents… Documents come as one
 * JSON text: it is read in a fraction of the time of as many lists.
 */
export const READ_DOCUMENTS = new Script(`${DOCUMENT}${OPEN}
local documents = {}
for i = 3, #ARGV do documents[i - 2] = document(prefix .. 'd:' .. ARGV[i]) end
return { 'ready', position, written, cjson.encode(documents) }
`);

/** KEYS: as above. ARGV: projection, partner prefix, index, start of document names, first and last
 *  rank, command, then the fields that are wanted of each document, or none for all with names. */
export const READ_PAGE = new Script(`${DOCUMENT}${OPEN}
local index = prefix .. 'i:' .. ARGV[3]
local ids, documents = {}, {}
if tonumber(ARGV[6]) >= tonumber(ARGV[5]) then
  ids = redis.call(ARGV[7], index, ARGV[5], ARGV[6])
end
local doc = prefix .. 'd:' .. ARGV[4]
for i = 1, #ids do
  if #ARGV > 7 then documents[i] = redis.call('HMGET', doc .. ids[i], unpack(ARGV, 8))
  else documents[i] = document(doc .. ids[i]) end
end
local text = #ids == 0 and '[]' or cjson.encode(documents)
return { 'ready', position, written, text, ids, redis.call('ZCARD', index) }
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
