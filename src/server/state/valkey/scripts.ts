import { createHash } from 'node:crypto'

/** A script that the server runs as one step. */
export interface Script {
  readonly lua: string
  /** Its SHA-1, by which the server knows it. */
  readonly sha: string
}

function script(...parts: string[]): Script {
  const lua = parts.join('\n')
  return { lua, sha: createHash('sha1').update(lua).digest('hex') }
}

// Times are milliseconds since the Unix epoch by the server's clock, so that those of the processes don't matter; tests pass
// theirs as ARGV[1]. Dollars are whole nano-dollars, since sums of fractions drift. Numbers are returned as text, because the
// server cuts off the fractions of others.
const base = `
local now
if ARGV[1] ~= '' then
  now = tonumber(ARGV[1])
else
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local function text(number) return string.format('%.17g', number) end
`

/**
 * The generic cell rate algorithm of `createRateLimit`. KEYS: when the allowance is full again. ARGV: time or '', requests per
 * minute. Returns by how many ms the request is early (admitted below 1), and in how many ms the allowance is full.
 */
export const countScript = script(
  base,
  `
local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or now))
local after = full + 60000 / tonumber(ARGV[2])
local early = after - now - 60000
if early >= 1 then return {text(early), text(full - now)} end
redis.call('SET', KEYS[1], text(after), 'PX', math.ceil(after - now))
return {text(early), text(after - now)}
`,
)

// An account is a hash of sums: what was spent on the day and in the month, when these end, the tokens of the last minute,
// and what open calls may still take. Open reservations are a sorted set by expiry; a member is id, tokens and cost. The ids
// of settled ones are kept for a while, so that none is settled twice. KEYS: these three. ARGV: time or '', lifetime of a
// reservation, the ends of this month and of the next one. Each command costs as much as all the arithmetic, so that only what
// has changed is written, and accounts get their time to live once a day.
const account = `
local sums, open, settled = KEYS[1], KEYS[2], KEYS[3]
local lifetime = tonumber(ARGV[2])
local dayMs = 86400000
local fields = {'dayEnds', 'monthEnds', 'day', 'month', 'level', 'levelAt', 'tokens', 'cost'}
local stored = {}

local function read()
  local values = redis.call('HMGET', sums, unpack(fields))
  if not values[1] then return nil end
  local known = {}
  for place, field in ipairs(fields) do
    known[field] = tonumber(values[place] or 0)
    stored[field] = known[field]
  end
  return known
end

local function write(known)
  local values = {}
  for _, field in ipairs(fields) do
    if known[field] ~= stored[field] then
      values[#values + 1] = field
      values[#values + 1] = text(known[field])
    end
  end
  if #values > 0 then redis.call('HSET', sums, unpack(values)) end
  if known.dayEnds ~= stored.dayEnds then redis.call('PEXPIRE', sums, 40 * dayMs) end
end

-- Begins a new day and a new month.
local function turn(known)
  if now >= known.dayEnds then
    known.day = 0
    known.dayEnds = (math.floor(now / dayMs) + 1) * dayMs
  end
  if now >= known.monthEnds then
    known.month = 0
    known.monthEnds = tonumber(ARGV[3])
    if now >= known.monthEnds then known.monthEnds = tonumber(ARGV[4]) end
  end
end

local function drain(known, perMinute)
  known.level = math.max(0, known.level - (now - known.levelAt) * perMinute / 60000)
  known.levelAt = now
end

local function add(known, member, sign)
  local tokens, cost = string.match(member, ' (%S+) (%S+)')
  known.tokens = math.max(0, known.tokens + sign * tonumber(tokens))
  known.cost = math.max(0, known.cost + sign * tonumber(cost))
end

local function hold(known, member)
  local isNew = redis.call('ZADD', open, text(now + lifetime), member) == 1
  if known and isNew then add(known, member, 1) end
end

local function release(known, member)
  local isOpen = redis.call('ZREM', open, member) == 1
  if known and isOpen then add(known, member, -1) end
end

-- Releases the reservations of processes that no longer renew them.
local function releaseExpired(known)
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', open, '-inf', text(now))) do release(known, member) end
end
`

/**
 * Admits and reserves as `createSpending` does. KEYS and ARGV 1 to 4: see above. ARGV from 5: id, tokens and cost as one text,
 * tokens per minute, budgets per day and month ('' without), and for a missing account when day and month end and what was
 * spent in them ('' if that isn't known yet). Returns `missing`, `day`, `month`, `tokens` (refused) or `ok`, then the time,
 * what was spent on the day and in the month, and the tokens in use.
 */
export const reserveScript = script(
  base,
  account,
  `
local perMinute, perDay, perMonth = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
local known = read()
releaseExpired(known)
if not known then
  if ARGV[9] == '' then return {'missing', text(now), '0', '0', '0'} end
  known = {dayEnds = tonumber(ARGV[9]), monthEnds = tonumber(ARGV[10]), day = tonumber(ARGV[11]),
    month = tonumber(ARGV[12]), level = 0, levelAt = now, tokens = 0, cost = 0}
  for _, member in ipairs(redis.call('ZRANGE', open, 0, -1)) do add(known, member, 1) end
end
turn(known)
if perMinute then drain(known, perMinute) end

local function refusal()
  if perDay and known.day + known.cost >= perDay then return 'day' end
  if perMonth and known.month + known.cost >= perMonth then return 'month' end
  if perMinute and known.level + known.tokens >= perMinute then return 'tokens' end
end
local status = refusal()
-- A server that evicts keys may have lost the reservations without their sum.
if status and known.tokens + known.cost > 0 and redis.call('EXISTS', open) == 0 then
  known.tokens = 0
  known.cost = 0
  status = refusal()
end
if not status then
  status = 'ok'
  hold(known, ARGV[5])
  redis.call('PEXPIRE', open, lifetime * 2)
end
write(known)
return {status, text(now), text(known.day), text(known.month), text(known.level + known.tokens)}
`,
)

/**
 * Replaces a reservation, expired or not, by what the call took; the second time nothing happens. ARGV from 5: id, tokens and
 * cost as reserved, the id alone, tokens and cost as taken, tokens per minute ('' without). Returns `ok`, `again`, or `missing`
 * if there is no account to add the cost to.
 */
export const settleScript = script(
  base,
  account,
  `
if redis.call('ZADD', settled, 'NX', text(now + 2 * lifetime), ARGV[6]) == 0 then return 'again' end
redis.call('ZREMRANGEBYSCORE', settled, '-inf', text(now))
redis.call('PEXPIRE', settled, lifetime * 2)
local known = read()
release(known, ARGV[5])
if not known then return 'missing' end
turn(known)
known.day = known.day + tonumber(ARGV[8])
known.month = known.month + tonumber(ARGV[8])
local perMinute = tonumber(ARGV[9])
if perMinute then
  drain(known, perMinute)
  known.level = known.level + tonumber(ARGV[7])
end
write(known)
return 'ok'
`,
)

/**
 * Prolongs reservations, and makes those again that a restarted server has forgotten. ARGV from 5: the id of each, followed by
 * its id, tokens and cost as one text.
 */
export const renewScript = script(
  base,
  account,
  `
local known = read()
for place = 5, #ARGV, 2 do
  if not redis.call('ZSCORE', settled, ARGV[place]) then hold(known, ARGV[place + 1]) end
end
redis.call('PEXPIRE', open, lifetime * 2)
releaseExpired(known)
if known then write(known) end
return 'ok'
`,
)

/** Raises what was spent to what the ledger knows. ARGV from 5: when day and month end, dollars of the day and the month. */
export const raiseScript = script(
  base,
  account,
  `
local known = read()
if not known then return 'missing' end
turn(known)
if known.dayEnds == tonumber(ARGV[5]) then known.day = math.max(known.day, tonumber(ARGV[7])) end
if known.monthEnds == tonumber(ARGV[6]) then known.month = math.max(known.month, tonumber(ARGV[8])) end
write(known)
return 'ok'
`,
)

export const allScripts: readonly Script[] = [countScript, reserveScript, settleScript, renewScript, raiseScript]
