# frozen_string_literal: true

# Debian's package of flipper lacks this adapter.

require "flipper/adapter"
require "flipper/version"
require_relative "../../../../hosted/ruby/http_adapter"

module Flipper
  module Adapters
    class Http < HttpAdapter
      # The timeouts matter to the gem's own adapter only.
      def initialize(url:, headers:, **_timeouts)
        super(url: url, headers: headers)
      end
    end
  end
end
