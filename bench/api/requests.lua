-- Sends the bodies of a file, one per line, in turn:
--   wrk ... -s requests.lua URL -- FILE OPERATION RUN
-- The requests are made before the clock runs. Items that are written get a version that they did
-- not have before, because a write that changes nothing may cost nothing. Prints one line of JSON
-- at the end.

local requests = {}
local sent = 0

function init(args)
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/x-amz-json-1.0"
  wrk.headers["X-Amz-Target"] = "DynamoDB_20120810." .. args[2]
  wrk.headers["X-Amz-Date"] = "20260101T000000Z"
  wrk.headers["Authorization"] = "AWS4-HMAC-SHA256 " ..
    "Credential=bench/20260101/us-east-1/dynamodb/aws4_request, " ..
    "SignedHeaders=host;x-amz-date;x-amz-target, Signature=" .. string.rep("0", 64)
  for pass = 0, 1 do
    local version = string.format('"version":{"S":"%08d"}', 2 * args[3] + pass)
    for body in io.lines(args[1]) do
      local changed = body:gsub('"version":{"S":"00000000"}', version)
      requests[#requests + 1] = wrk.format(nil, nil, nil, changed)
    end
  end
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
