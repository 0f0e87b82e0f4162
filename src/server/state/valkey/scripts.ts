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

// An account is a hash of sums: what was spent on the day and in the month, when these end, the tokens of the last minute,
// and what open calls may still take. Open reservations are a sorted set by expiry; a member is id, tokens and cost. The ids
// of settled ones are kept for a while, so that none is settled twice. Each command costs as much as all the arithmetic, so
// that only what has changed is written, and accounts get their time to live once a day.
const account = `
local sums, open, settled, requests = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local lifetime = tonumber(ARGV[2])
local dayMs = 86400000
local fields = {'dayEnds', 'monthEnds', 'day', 'month', 'level', 'levelAt', 'tokens', 'cost'}
local stored = {}
local known
local hasHeld, hasSettled = false, false

local function read()
  local values = redis.call('HMGET', sums, unpack(fields))
  if not values[1] then return end
  known = {}
  for place, field in ipairs(fields) do
    known[field] = tonumber(values[place] or 0)
    stored[field] = known[field]
  end
end

local function write()
  if hasHeld then redis.call('PEXPIRE', open, lifetime * 2) end
  if hasSettled then
    redis.call('ZREMRANGEBYSCORE', settled, '-inf', text(now))
    redis.call('PEXPIRE', settled, lifetime * 2)
  end
  if not known then return end
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
local function turn()
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

local function drain(perMinute)
  known.level = math.max(0, known.level - (now - known.levelAt) * perMinute / 60000)
  known.levelAt = now
end

local function add(member, sign)
  local tokens, cost = string.match(member, ' (%S+) (%S+)')
  known.tokens = math.max(0, known.tokens + sign * tonumber(tokens))
  known.cost = math.max(0, known.cost + sign * tonumber(cost))
end

local function hold(member)
  local isNew = redis.call('ZADD', open, text(now + lifetime), member) == 1
  if known and isNew then add(member, 1) end
  hasHeld = true
end

local function release(member)
  local isOpen = redis.call('ZREM', open, member) == 1
  if known and isOpen then add(member, -1) end
end

-- Releases the reservations of processes that no longer renew them.
local function releaseExpired()
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', open, '-inf', text(now))) do release(member) end
end
`

const operations = `
local operations = {}

-- The generic cell rate algorithm of createRateLimit: requests per minute. Returns by how many ms the request is early (admitted
-- below 1), and in how many ms the allowance is full.
operations.count = function(perMinute)
  local full = math.max(now, tonumber(redis.call('GET', requests) or now))
  local after = full + 60000 / tonumber(perMinute)
  local early = after - now - 60000
  if early >= 1 then return text(early) .. ' ' .. text(full - now) end
  redis.call('SET', requests, text(after), 'PX', math.ceil(after - now))
  return text(early) .. ' ' .. text(after - now)
end

-- Makes a missing account: when day and month end, and what was spent in them.
operations.open = function(dayEnds, monthEnds, day, month)
  if known then return 'ok' end
  known = {dayEnds = tonumber(dayEnds), monthEnds = tonumber(monthEnds), day = tonumber(day), month = tonumber(month),
    level = 0, levelAt = now, tokens = 0, cost = 0}
  for _, member in ipairs(redis.call('ZRANGE', open, 0, -1)) do add(member, 1) end
  turn()
  return 'ok'
end

-- Admits and reserves as createSpending does: the reservation, tokens per minute, budgets per day and month ('' without), and
-- the tokens and cost that must still fit below the limits. Returns missing, day, month, tokens (refused) or ok.
operations.reserve = function(member, perMinute, perDay, perMonth, tokens, cost)
  if not known then return 'missing' end
  perMinute, perDay, perMonth = tonumber(perMinute), tonumber(perDay), tonumber(perMonth)
  tokens, cost = tonumber(tokens), tonumber(cost)
  if perMinute then drain(perMinute) end
  local function refusal()
    if perDay and known.day + known.cost + cost >= perDay then return 'day' end
    if perMonth and known.month + known.cost + cost >= perMonth then return 'month' end
    if perMinute and known.level + known.tokens + tokens >= perMinute then return 'tokens' end
  end
  local status = refusal()
  -- A server that evicts keys may have lost the reservations without their sum.
  if status and known.tokens + known.cost > 0 and redis.call('EXISTS', open) == 0 then
    known.tokens = 0
    known.cost = 0
    status = refusal()
  end
  if status then return status end
  hold(member)
  return 'ok'
end

-- Replaces a reservation, expired or not, by what the call took; the second time nothing happens: the reservation, its id,
-- tokens and cost, tokens per minute ('' without). Returns ok, again, or missing without an account to add the cost to.
operations.settle = function(member, id, tokens, cost, perMinute)
  if redis.call('ZADD', settled, 'NX', text(now + 2 * lifetime), id) == 0 then return 'again' end
  hasSettled = true
  release(member)
  if not known then return 'missing' end
  known.day = known.day + tonumber(cost)
  known.month = known.month + tonumber(cost)
  perMinute = tonumber(perMinute)
  if perMinute then
    drain(perMinute)
    known.level = known.level + tonumber(tokens)
  end
  return 'ok'
end

-- Prolongs a reservation, or makes one again that a restarted server has forgotten: its id, the reservation.
operations.renew = function(id, member)
  if not redis.call('ZSCORE', settled, id) then hold(member) end
  return 'ok'
end

-- Raises what was spent to what the ledger knows: when day and month end, and what was spent in them.
operations.raise = function(dayEnds, monthEnds, day, month)
  if not known then return 'missing' end
  if known.dayEnds == tonumber(dayEnds) then known.day = math.max(known.day, tonumber(day)) end
  if known.monthEnds == tonumber(monthEnds) then known.month = math.max(known.month, tonumber(month)) end
  return 'ok'
end
`

/**
 * Runs any number of operations on one account. KEYS: its sums, open reservations, settled ids, and when its request
 * allowance is full again. ARGV: the time or '', the lifetime of a reservation, the ends of this month and the next,
 * and the operations as JSON arrays of name and arguments. Returns the time, the spending of the day and the month, the
 * tokens in use, and the status of each operation.
 */
export const accountScript = script(
  base,
  account,
  operations,
  `
read()
if known then turn() end
releaseExpired()
local statuses = {}
for place, operation in ipairs(cjson.decode(ARGV[5])) do
  statuses[place] = operations[operation[1]](unpack(operation, 2))
end
write()
local of = known or {day = 0, month = 0, level = 0, tokens = 0}
return {text(now), text(of.day), text(of.month), text(of.level + of.tokens), unpack(statuses)}
`,
)
