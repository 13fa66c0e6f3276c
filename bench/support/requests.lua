-- Sends the requests of a file in turn:
--   wrk ... -s requests.lua URL -- FILE RUN
-- The file is a method, the headers line by line, an empty line, and then one body per line (for GET:
-- one path, and behind a tab a header of its own, if it has one); without them it is one request. The
-- requests are made before the clock runs. Items that are written get a version that they did not have
-- before, because a write that changes nothing may cost nothing.
-- Prints one line of JSON at the end.

local requests = {}
local sent = 0

local function read_head(lines)
  wrk.method = lines()
  for line in lines do
    if line == "" then return end
    local name, value = line:match("^([^:]+): (.*)$")
    wrk.headers[name] = value
  end
end

local function read_path(line)
  local path, name, value = line:match("^(%S+)\t([^:]+): (.*)$")
  if path then return wrk.format(nil, path, {[name] = value}) end
  return wrk.format(nil, line)
end

-- Returns whether there were versions in them.
local function read_bodies(lines, version)
  local replaced = 0
  for body in lines do
    if wrk.method == "GET" then
      requests[#requests + 1] = read_path(body)
      goto continue
    end
    local changed, count = body:gsub('"version":{"S":"00000000"}', version)
    replaced = replaced + count
    requests[#requests + 1] = wrk.format(nil, nil, nil, changed)
    ::continue::
  end
  return replaced > 0
end

function init(args)
  for pass = 0, 1 do
    local lines = io.lines(args[1])
    read_head(lines)
    local has_versions = read_bodies(lines, string.format('"version":{"S":"%08d"}',
                                                          2 * args[2] + pass))
    if not has_versions then break end
  end
  if #requests == 0 then requests[1] = wrk.format() end
end

function request()
  sent = sent % #requests + 1
  return requests[sent]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"duration_us":%d,"bytes":%d,"refused":%d,"broken":%d,' ..
    '"p50_us":%d,"p99_us":%d}\n',
    summary.requests, summary.duration, summary.bytes, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
