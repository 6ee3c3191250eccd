-- One submission after another, each under a key of its own. wrk gives each thread a script.
local thread_count = 0

function setup(thread)
  thread_count = thread_count + 1
  thread:set("number", thread_count)
end

function init(args)
  count = 0
  run = args[1] or "0"
  headers = { ["Content-Type"] = "application/json" }
end

function request()
  count = count + 1
  headers["Idempotency-Key"] = string.format("%s-%d-%d", run, number, count)
  local body = string.format(
    '{"full_name":"Zuhra Karimova","phone":"+998%09d","document":"AB%07d","region":"Toshkent","age":34,"months":12,"consent":true}',
    count % 1000000000, count % 10000000)
  return wrk.format("POST", "/api/v1/applications", headers, body)
end

function done(summary, latency, requests)
  local refused = summary.errors.status + summary.errors.connect + summary.errors.read
    + summary.errors.write + summary.errors.timeout
  io.write(string.format(
    'RESULT {"requests": %d, "seconds": %.3f, "refused": %d, "p50_ms": %.2f, "p99_ms": %.2f}\n',
    summary.requests, summary.duration / 1e6, refused, latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3))
end
