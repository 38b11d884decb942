# frozen_string_literal: true

# Counts outcomes of checks of the real gem at the server ARGV[0] with the token ARGV[1]. Prints what
# the application saw as JSON.

require "flipper"
require "flipper/adapters/memory"
require_relative "../../../packaging/gatehouse_outcomes"

url, token = ARGV
problems = []
flipper = Flipper.new(Flipper::Adapters::Memory.new, instrumenter: ActiveSupport::Notifications)
flipper[:search].enable_actor(Flipper::Actor.new("User;1"))
flipper[:billing].enable
one = Flipper::Actor.new("User;1")
other = Flipper::Actor.new("User;77")
outcomes = Gatehouse::Outcomes

before = outcomes.watch("checkout") { flipper[:search].enabled?(one) }
outcomes.start(url: url, token: token, on_error: ->(message) { problems << message })
Timeout.timeout(20) do
  # What is watched is asked for at the start.
  sleep 0.01 until outcomes.instance_variable_get(:@counter).watches?("search")
end

result = outcomes.watch(:checkout) do
  flipper[:search].enabled?(one)
  flipper[:search].enabled?(one)
  flipper[:other].enabled?(one)
  outcomes.watch("sign-in") { flipper[:search].enabled?(one) }
  :done
end
raised = begin
  outcomes.watch("checkout") { flipper[:search].enabled?(other) && raise || raise(IOError, "lost") }
rescue IOError => e
  e.message
end
outcomes.watch("checkout") do
  flipper[:search].enabled?(other)
  outcomes.fail
end
outcomes.watch("checkout") { next flipper[:search].enabled?(one) }
flipper[:search].enabled?(one)
threads = Array.new(4) do
  Thread.new { 50.times { outcomes.watch("checkout") { flipper[:search].enabled?(one) } } }
end
threads.each(&:join)
child = fork do
  # As a worker of a server: it counts on its own, and submits at its end.
  outcomes.watch("checkout") { flipper[:search].enabled?(one) }
end
Process.wait(child)
outcomes.watch("other") { flipper[:search].enabled?(one) }
outcomes.stop
outcomes.watch("checkout") { flipper[:search].enabled?(one) }

puts JSON.generate(before: before, result: result, raised: raised, problems: problems)
