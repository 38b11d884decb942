# frozen_string_literal: true

# Uses features as a Ruby program does, with the server at ARGV[0] and the token ARGV[1], if given.
# Prints the results as a JSON object. Fails if the client does not accept an answer of the server.

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
headers = token ? { "Flipper-Cloud-Token" => token } : {}
adapter = adapter_class.new(url: url, headers: headers)
flipper = Flipper.new(adapter)
Flipper.register(:admins) { |actor| actor.respond_to?(:flipper_id) && actor.flipper_id.start_with?("Admin;") }

one = Flipper::Actor.new("User;1")
two = Flipper::Actor.new("User;2")
admin = Flipper::Actor.new("Admin;1")
saw = {}

saw[:features_at_first] = flipper.features.map(&:key).sort

search = flipper[:search]
saw[:exists_at_first] = search.exist?
search.add
search.add
saw[:exists] = search.exist?

search.enable
saw[:enabled] = [search.enabled?, search.state, search.boolean_value]
search.disable
saw[:disabled] = [search.enabled?, search.state, search.boolean_value]

search.enable_actor one
saw[:actor] = [search.enabled?(one), search.enabled?(two), search.state, search.actors_value.to_a]
search.enable_actor two
search.disable_actor one
saw[:other_actor] = [search.enabled?(one), search.enabled?(two), search.actors_value.to_a]
search.disable_actor two

search.enable_group :admins
saw[:group] = [search.enabled?(admin), search.enabled?(one), search.groups_value.to_a]
search.disable_group :admins
saw[:no_group] = [search.enabled?(admin), search.groups_value.to_a]

search.enable_percentage_of_time 5
saw[:time] = [search.percentage_of_time_value, search.state]
search.disable_percentage_of_time
saw[:no_time] = [search.percentage_of_time_value, search.state]

search.enable_percentage_of_actors 25
saw[:percentage] = search.percentage_of_actors_value
ids = (1..200).map { |number| "User;#{number}" }
here = ids.select { |id| search.enabled?(Flipper::Actor.new(id)) }
there = adapter.respond_to?(:check) ? ids.select { |id| adapter.check(id)["search"] } : here
saw[:same_actors] = here == there
saw[:some_actors] = here.length.between?(25, 75)

odd = ["my/fea ture", "a,b", "100%", "Ünï 🎉", "x/clear", "a+b"]
odd.each { |name| flipper[name].enable_actor one }
saw[:odd_names] = (odd - flipper.features.map(&:key)).empty?
saw[:odd_enabled] = odd.map { |name| flipper[name].enabled?(one) }

all = adapter.get_all
saw[:all] = all.keys.sort == flipper.features.map(&:key).sort
plain = %w[search unknown]
several = adapter.get_multi(plain.map { |name| flipper[name] })
saw[:several] = [several.keys, several["search"][:percentage_of_actors], several["unknown"] == adapter.default_config]

search.clear
saw[:cleared] = [search.exist?, search.state]
odd.each { |name| flipper[name].remove }
saw[:left] = flipper.features.map(&:key)
search.remove
search.remove
saw[:removed] = search.exist?

# The client's synchronizer to the server: it sends a write for every difference.
source = Flipper.new(Flipper::Adapters::Memory.new)
source[:pushed].enable_actor one
source[:pushed].enable_percentage_of_time 5
source[:everyone].enable
source[:nobody].add
flipper[:extra].enable
adapter.import(source.adapter)
saw[:pushed] = flipper.features.to_h { |feature| [feature.key, feature.state] }.sort.to_h

# From the server, twice, as every process does at its start.
copy = Flipper.new(Flipper::Adapters::Memory.new)
2.times { copy.adapter.import(adapter) }
saw[:pulled] = copy.features.to_h { |feature| [feature.key, feature.state] }.sort.to_h
saw[:pulled_values] = copy[:pushed].gate_values == source[:pushed].gate_values

puts JSON.generate(saw)
