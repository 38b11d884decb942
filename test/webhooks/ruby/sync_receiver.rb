# frozen_string_literal: true

# A Flipper application that never polls: it fetches all features when a message tells it to, before
# it answers, as the public client's middleware does. FLIPPER_CLOUD_SYNC_SECRET, FLIPPER_CLOUD_URL and
# FLIPPER_CLOUD_TOKEN are those of the client. Listens on PORT, and prints a line of JSON when it does,
# and for each request: the status of its answer, and the features that are enabled then.

require "flipper"
require "flipper/version"
require "flipper/adapters/memory"
require "json"
require "socket"

begin
  require "flipper/adapters/http"
  adapter_class = Flipper::Adapters::Http
rescue LoadError
  require_relative "../../hosted/ruby/http_adapter"
  adapter_class = HttpAdapter
end
begin
  require "flipper/cloud/message_verifier"
  verifier_class = Flipper::Cloud::MessageVerifier
rescue LoadError
  require_relative "message_verifier"
  verifier_class = MessageVerifier
end

TOLERANCE = 300
PATHS = %r{\A/(webhooks/?)?\z}
REASONS = { 200 => "OK", 400 => "Bad Request", 404 => "Not Found", 500 => "Internal Server Error" }.freeze

headers = { "Flipper-Cloud-Token" => ENV.fetch("FLIPPER_CLOUD_TOKEN") }
remote = adapter_class.new(url: ENV.fetch("FLIPPER_CLOUD_URL"), headers: headers)
flipper = Flipper.new(Flipper::Adapters::Memory.new)
verifier = verifier_class.new(secret: ENV.fetch("FLIPPER_CLOUD_SYNC_SECRET"))
Flipper.register(:admins) { false }
Flipper.register(:crew) { false }

answer = lambda do |method, path, signature, body|
  return [404, {}, "{}"] unless method == "POST" && PATHS.match?(path)

  verifier.verify(body, signature, tolerance: TOLERANCE)
  begin
    flipper.adapter.import(remote)
    [200, {}, JSON.generate(groups: Flipper.group_names.map { |name| { name: name } })]
  rescue StandardError => error
    told = { "class" => error.class.name, "message" => error.message }
    [500, told.transform_keys { |key| "flipper-cloud-response-error-#{key}" }, "{}"]
  end
rescue verifier_class::InvalidSignature
  [400, {}, "{}"]
end

server = TCPServer.new("127.0.0.1", Integer(ENV.fetch("PORT")))
$stdout.sync = true
puts JSON.generate(listening: true)
loop do
  client = server.accept
  method, path = client.gets.to_s.split(" ")
  given = {}
  while (line = client.gets.to_s.chomp) != ""
    name, value = line.split(": ", 2)
    given[name.downcase] = value
  end
  body = client.read(given["content-length"].to_i).to_s
  status, told, text = answer.call(method, path, given["flipper-cloud-signature"], body)
  client.write("HTTP/1.1 #{status} #{REASONS.fetch(status)}\r\n")
  # Ruby's web servers write a value of several lines, as errors of the client have it, as several headers.
  told.each { |name, value| value.split("\n").each { |line| client.write("#{name}: #{line}\r\n") } }
  client.write("content-length: #{text.bytesize}\r\nconnection: close\r\n\r\n#{text}")
  client.close
  puts JSON.generate(status: status, enabled: flipper.features.select(&:enabled?).map(&:key).sort)
end
