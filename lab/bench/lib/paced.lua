-- Each connection asks, then rests for a while, each for another: 30 of them make about 300 requests a second.
function delay()
  return math.random(50, 150)
end
