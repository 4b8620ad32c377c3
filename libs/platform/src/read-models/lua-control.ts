import { AFTER } from './lua-after.js';
import { Script } from './script.js';

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
