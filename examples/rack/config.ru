# frozen_string_literal: true

require "flipper"
require "flipper/adapters/http"
require "flipper/adapters/memory"
require "flipper/adapters/sync"
require "json"
require "rack"

# Checks read this copy. A failed update keeps the last copy, so checks never raise.
server = Flipper::Adapters::Http.new(
  url: ENV.fetch("FLIPPER_CLOUD_URL", "http://127.0.0.1:8080/adapter"),
  headers: { "Flipper-Cloud-Token" => ENV.fetch("FLIPPER_CLOUD_TOKEN") },
  open_timeout: 2,
  read_timeout: 5,
)
features = Flipper.new(Flipper::Adapters::Sync.new(Flipper::Adapters::Memory.new, server, interval: 10))

User = Struct.new(:flipper_id, :group)
Flipper.register(:staff) { |actor| actor.respond_to?(:group) && actor.group == "staff" }

run lambda { |env|
  request = Rack::Request.new(env)
  next [404, { "content-type" => "text/plain" }, ["not found\n"]] unless request.path == "/checkout"

  user = User.new("User;#{request.params["user"]}", request.params["group"])
  checkout = features.enabled?(:new_checkout, user) ? "new" : "old"
  [200, { "content-type" => "application/json" }, [JSON.generate(checkout: checkout)]]
}
