# frozen_string_literal: true

# Does what docs/guides/rails.md says, on an SQLite database: ARGV is the step, the database, and for
# some steps the server and its token. Prints results as JSON.

require "flipper"
require "flipper/version"
require "flipper/adapters/sync/synchronizer"
require "logger"
require "active_record"
require_relative "../hosted/ruby/http_adapter"

step, database, url, token = ARGV
ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: database)
ActiveRecord::Schema.verbose = false
unless ActiveRecord::Base.connection.table_exists?(:flipper_features)
  ActiveRecord::Schema.define do
    create_table(:flipper_features) { |t| t.string :key, null: false; t.timestamps null: false }
    create_table(:flipper_gates) do |t|
      t.string :feature_key, null: false
      t.string :key, null: false
      t.string :value
      t.timestamps null: false
    end
  end
end
require "flipper/adapters/active_record"

local = Flipper::Adapters::ActiveRecord.new
flipper = Flipper.new(local)
Flipper.register(:staff) { |actor| actor.respond_to?(:flipper_id) && actor.flipper_id.end_with?("7") }

def text_or_null(value)
  value.nil? ? nil : value.to_s
end

case step
when "fill"
  flipper[:search].enable_percentage_of_actors 30
  flipper[:search].enable_actor Flipper::Actor.new("User;42")
  flipper[:billing].enable_group :staff
  flipper[:checkout].enable
  flipper[:unused].add
when "export"
  # Debian's gem is older than Flipper.export: this is the form that it writes.
  features = local.get_all.transform_values do |gates|
    gates.to_h { |name, value| [name, value.is_a?(Set) ? value.to_a : text_or_null(value)] }
  end
  puts JSON.generate(version: 1, features: features)
when "sync"
  # The Cloud client does this every 10 seconds.
  remote = HttpAdapter.new(url: url, headers: { "Flipper-Cloud-Token" => token })
  Flipper::Adapters::Sync::Synchronizer.new(local, remote).call
end

users = (1..200).map { |id| Flipper::Actor.new("User;#{id}") }
if step == "check"
  puts JSON.generate(
    flipper.features.sort_by(&:key).to_h do |feature|
      [feature.key, users.select { |user| feature.enabled?(user) }.map(&:flipper_id)]
    end,
  )
end
