# frozen_string_literal: true

# What an unmodified program with the public client sees in a protected environment, with the server
# at ARGV[0] and the token ARGV[1]: start-up code works, and a write raises with the server's message.

require "json"
require "flipper"
require "flipper/version"
require "flipper/adapters/memory"

begin
  require "flipper/adapters/http"
  adapter_class = Flipper::Adapters::Http
rescue LoadError
  require_relative "http_adapter"
  adapter_class = HttpAdapter
end

url, token = ARGV
adapter = adapter_class.new(url: url, headers: { "Flipper-Cloud-Token" => token })
flipper = Flipper.new(adapter)
saw = {}

def raised
  yield
  nil
rescue StandardError => error
  error.message
end

saw[:start_up] = raised do
  flipper.add(:search)
  flipper.add(:fresh)
  flipper.enable(:open)
end
saw[:added] = flipper.features.map(&:key).sort
saw[:enable] = raised { flipper.enable(:search) }
saw[:actor] = raised { flipper.enable_actor(:search, Flipper::Actor.new("User;1")) }
saw[:disable] = raised { flipper.disable(:open) }
saw[:remove] = raised { flipper.remove(:search) }
saw[:import] = raised do
  memory = Flipper.new(Flipper::Adapters::Memory.new)
  memory.enable(:imported)
  flipper.import(memory)
end

saw[:states] = %i[search open fresh].map { |key| flipper[key].state.to_s }

puts JSON.generate(saw)
