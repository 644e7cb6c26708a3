-- Readers who ask for one of the given paths after the other: each rests for a while and is one of 30, about 300 requests a
-- second.
local paths = {}
local n = 0

function init(args)
  paths = args
end

function request()
  n = n + 1
  return wrk.format('GET', paths[n % #paths + 1])
end

function delay()
  return math.random(50, 150)
end
