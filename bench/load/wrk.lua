-- Arguments: a file with requests or "-", the first row, the milliseconds between requests.
-- The file has a line of counts and lengths, then the pieces of a request, then the rows of fields.

local function readRequests(path)
  local file = assert(io.open(path, "rb"))
  local numbers = {}
  for number in file:read("*l"):gmatch("%d+") do
    numbers[#numbers + 1] = tonumber(number)
  end
  local pieceCount = numbers[1]
  local pieces, widths, width = {}, {}, 0
  for index = 1, pieceCount do
    pieces[index] = numbers[1 + index] == 0 and "" or file:read(numbers[1 + index])
  end
  for index = 1, pieceCount - 1 do
    widths[index] = numbers[1 + pieceCount + index]
    width = width + widths[index]
  end
  local rows = file:read("*a")
  file:close()
  return pieces, widths, width, rows
end

function init(args)
  local row = tonumber(args[2])
  local pauseMs = tonumber(args[3])
  if pauseMs > 0 then
    delay = function()
      return pauseMs
    end
  end
  if args[1] == "-" then
    return
  end
  local pieces, widths, width, rows = readRequests(args[1])
  local rowCount = #rows / width
  local concat, sub = table.concat, string.sub
  local parts = {}
  for index = 1, #pieces do
    parts[2 * index - 1] = pieces[index]
  end
  request = function()
    local start = (row % rowCount) * width + 1
    row = row + 1
    for index = 1, #widths do
      parts[2 * index] = sub(rows, start, start + widths[index] - 1)
      start = start + widths[index]
    end
    return concat(parts)
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"answerCount":%d,"elapsedMs":%.3f,"bytesRead":%d,"refusedCount":%d,"brokenCount":%d,"p50Ms":%.3f,"p99Ms":%.3f}\n',
    summary.requests,
    summary.duration / 1000,
    summary.bytes,
    errors.status,
    errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000
  ))
end
