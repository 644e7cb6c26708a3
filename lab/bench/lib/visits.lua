-- Questions of readers, one kind by chance after the other, from a file: `weight kind` begins a kind, paths follow, each asked
-- in its turn. Arguments: the file; the mean pause of a connection after an answer in ms; the only kind to ask for.
local kinds, total, pause = {}, 0, 0

function init(args)
  local only = args[3]
  pause = tonumber(args[2])
  math.randomseed(20261124)
  local kind
  for line in io.lines(args[1]) do
    local weight, name = line:match('^(%d+) (%w+)$')
    if weight then
      kind = { name = name, weight = tonumber(weight), paths = {}, n = 0 }
      if not only or name == only then
        kinds[#kinds + 1] = kind
        total = total + kind.weight
      end
    elseif line ~= '' then
      kind.paths[#kind.paths + 1] = line
    end
  end
end

local function hex(digits)
  local text = ''
  for _ = 1, digits do text = text .. string.format('%x', math.random(0, 15)) end
  return text
end

-- A path that ends in a book's id after a space is a batch of events of that book.
local function events(path, book)
  local id = hex(8) .. '-' .. hex(4) .. '-4' .. hex(3) .. '-8' .. hex(3) .. '-' .. hex(12)
  local body = '{"events":[{"event_id":"' .. id .. '","name":"open_book","occurred_at":"' .. os.date('!%Y-%m-%dT%H:%M:%SZ')
    .. '","book_uuid":"' .. book .. '","language":"en-us"}]}'
  return wrk.format('POST', path, { ['Content-Type'] = 'application/json', ['X-Visitor-Id'] = hex(8) }, body)
end

function request()
  local drawn = math.random() * total
  local kind
  for _, each in ipairs(kinds) do
    kind = each
    drawn = drawn - each.weight
    if drawn < 0 then break end
  end
  kind.n = kind.n % #kind.paths + 1
  local path, book = kind.paths[kind.n]:match('^(%S+) (%S+)$')
  if book then return events(path, book) end
  return wrk.format('GET', kind.paths[kind.n], { ['Accept-Encoding'] = 'br' })
end

function delay()
  if pause == 0 then return 0 end
  return math.floor(-pause * math.log(1 - math.random()) + 0.5)
end
