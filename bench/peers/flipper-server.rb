# Flipper's mountable API on Puma, with its ActiveRecord adapter on SQLite. The argument is the database
# file. Prints `listening on URL`; without an argument, its versions.
require "active_record"
require "flipper/api"
require "flipper/adapters/active_record"
require "puma"
require "puma/server"
require "rack"
require "sqlite3"

THREADS = 5

if ARGV.empty?
  puts "Flipper #{Flipper::VERSION} (Ruby #{RUBY_VERSION}, Puma #{Puma::Const::VERSION}, " \
    "ActiveRecord #{ActiveRecord::VERSION::STRING}, SQLite #{SQLite3::SQLITE_VERSION})"
  exit
end

# One connection, as SQLite refuses one of two transactions that both read before they write.
ActiveRecord::Base.establish_connection(
  adapter: "sqlite3", database: ARGV.fetch(0), timeout: 5000, pool: 1, checkout_timeout: 20
)
# As Flipper's generator creates the tables.
ActiveRecord::Schema.verbose = false
ActiveRecord::Schema.define do
  create_table :flipper_features do |t|
    t.string :key, null: false
    t.timestamps null: false
  end
  add_index :flipper_features, :key, unique: true
  create_table :flipper_gates do |t|
    t.string :feature_key, null: false
    t.string :key, null: false
    t.text :value
    t.timestamps null: false
  end
  add_index :flipper_gates, [:feature_key, :key, :value], unique: true, length: { value: 255 }
end
ActiveRecord::Base.connection_handler.clear_active_connections!

Flipper.configure { |config| config.adapter { Flipper::Adapters::ActiveRecord.new } }
[:staff, :early_access].each do |group|
  Flipper.register(group) { |actor| actor.respond_to?(:groups) && actor.groups.include?(group) }
end

app = Rack::Builder.new do
  # As Flipper's engine for Rails: one query for each request.
  use Flipper::Middleware::Memoizer, preload: true
  map("/adapter") { run Flipper::Api.app }
end

# Puma 5 needs an object for its events, and later versions make their own.
events = defined?(Puma::LogWriter) ? nil : Puma::Events.stdio
server = Puma::Server.new(app.to_app, events, min_threads: THREADS, max_threads: THREADS)
port = server.add_tcp_listener("127.0.0.1", 0).addr[1]
thread = server.run
trap("TERM") { exit! }
puts "listening on http://127.0.0.1:#{port}"
$stdout.flush
thread.join
