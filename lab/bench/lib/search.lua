-- The same questions as search-questions.ts, in the same order.
local languages = { 'zh-cn', 'en-us', 'fr-fr', 'es-es', 'ar-sa' }
local n = 0
request = function()
  local tag = n % 50
  local page = math.floor(n / 50) % 40
  local language = languages[math.floor(n / 2000) % 5 + 1]
  n = n + 1
  return wrk.format('GET', '/api/v1/comics/book/search?language=' .. language .. '&tag=tag' .. tag .. '&page=' .. page)
end
