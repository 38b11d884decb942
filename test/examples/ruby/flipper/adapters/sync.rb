# frozen_string_literal: true

# Debian's package of flipper has the parts of this adapter, but not the adapter.

require "flipper/adapters/sync/synchronizer"
require "flipper/adapters/sync/interval_synchronizer"

module Flipper
  module Adapters
    class Sync
      include ::Flipper::Adapter

      attr_reader :name

      def initialize(local, remote, interval:)
        @name = :sync
        @local = local
        synchronizer = Synchronizer.new(local, remote, raise: false)
        @synchronizer = IntervalSynchronizer.new(synchronizer, interval: interval)
        @synchronizer.call
      end

      def get(feature)
        @synchronizer.call
        @local.get(feature)
      end
    end
  end
end
