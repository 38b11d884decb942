# frozen_string_literal: true

# The start of an old application: it reads the features.yml at ARGV[2], and brings the server at
# ARGV[0] to it, with the token ARGV[1]. Prints what it saw as a JSON object.

require "json"
require "yaml"
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

url, token, path = ARGV
flipper = Flipper.new(adapter_class.new(url: url, headers: { "Flipper-Cloud-Token" => token }))
refused = {}

YAML.safe_load(File.read(path)).each do |key, state|
  flipper.add(key)
  case state
  when false then flipper.disable(key)
  when "removed" then flipper.remove(key)
  when "cleared" then flipper[key].clear
  when Hash then flipper.enable_percentage_of_actors(key, state.fetch("percentage_of_actors"))
  else flipper.enable(key)
  end
rescue StandardError => error
  refused[key] = [error.class.name.split("::").last, error.message]
end

actor = Flipper::Actor.new("User;1")
keys = YAML.safe_load(File.read(path)).keys
puts JSON.generate(
  refused: refused.transform_values { |(_, message)| message },
  classes: refused.values.map(&:first).uniq,
  enabled: keys.select { |key| flipper.enabled?(key, actor) },
  exist: flipper.features.map(&:key).sort
)
