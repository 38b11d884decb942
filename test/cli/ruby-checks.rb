# frozen_string_literal: true

# Answers checks of features as the gem does. The standard input is JSON: a list of checks, each with the
# feature's key, its gates, the actor's id and the groups that it is in. Prints a list of [enabled, gate],
# with the name of the gate that opened, or null.

require "json"
require "flipper"
require "flipper/adapters/memory"
require "flipper/instrumenters/memory"

User = Struct.new(:flipper_id, :groups)

checks = JSON.parse($stdin.read)
checks.flat_map { |check| check["gates"]["groups"] }.uniq.each do |name|
  Flipper.register(name.to_sym) { |actor| actor.respond_to?(:groups) && actor.groups.include?(name) }
end

answers = checks.map do |check|
  instrumenter = Flipper::Instrumenters::Memory.new
  flipper = Flipper.new(Flipper::Adapters::Memory.new, instrumenter: instrumenter)
  feature = flipper[check["key"]]
  gates = check["gates"]
  feature.enable if gates["boolean"]
  gates["groups"].each { |name| feature.enable_group(name.to_sym) }
  gates["actors"].each { |id| feature.enable_actor(User.new(id, [])) }
  feature.enable_percentage_of_actors(gates["percentage_of_actors"])
  feature.enable_percentage_of_time(gates["percentage_of_time"])
  instrumenter.reset
  enabled = feature.enabled?(User.new(check["actor"], check["groups"]))
  event = instrumenter.events.select { |each| each.name == "feature_operation.flipper" }.last
  [enabled, event.payload[:gate_name]]
end
puts JSON.generate(answers)
