# frozen_string_literal: true

# Counts how work ends with and without features, for guards of Gatehouse's rollouts
# (docs/clients.md#outcomes-in-ruby).
#
# Needs Ruby 2.6 or newer, the gem flipper, and ActiveSupport::Notifications as its instrumenter, as
# in Rails. Copy this file into your application.

require "json"
require "net/http"
require "securerandom"
require "uri"
require "zlib"
require "active_support"
require "active_support/notifications"

module Gatehouse
  module Outcomes
    BUCKETS = 16
    SUBMIT_SECONDS = 20
    POLL_SECONDS = 60
    ABSENT_SECONDS = 600
    RETRY_SECONDS = 30
    RETRY_SECONDS_MAX = 120
    ATTEMPTS_MAX = 5
    # In one submission.
    OUTCOMES_MAX = 2_000
    STORE = :gatehouse_outcomes

    # The bucket of an actor: the top 4 bits of FNV-1a of its id.
    def self.bucket(id)
      hash = id.to_s.each_byte.reduce(0x811c9dc5) do |sum, byte|
        ((sum ^ byte) * 0x01000193) & 0xffffffff
      end
      hash >> 28
    end

    # Work of `watch`, with the checks that it has made.
    class Work
      attr_reader :name, :keys, :outer, :checks
      attr_accessor :failed

      def initialize(name, keys, outer)
        @name = name
        @keys = keys
        @outer = outer
        @checks = {}
        @failed = false
      end

      # The first check of a feature with a result decides the bucket.
      def note(key, result, bucket)
        @checks[[key, result]] ||= bucket if @keys.include?(key)
      end
    end

    # Asks what is watched, counts, and submits, in a thread of each process.
    class Counter
      def initialize(url:, token:, on_error:)
        @url = URI.parse(url)
        raise ArgumentError, "url must begin with http:// or https://" unless @url.is_a?(URI::HTTP) && @url.host

        @token = token
        @on_error = on_error
        @starting = Mutex.new
        @mutex = Mutex.new
        @woken = ConditionVariable.new
        @running = true
        reset
      end

      # The features of a name; nil if nothing watches it.
      def keys_of(name)
        run_in_this_process
        @watched[name]
      end

      def watches?(key)
        @keys.include?(key)
      end

      def add(work)
        @mutex.synchronize do
          work.checks.each do |(key, result), bucket|
            counted = (@counts[[work.name, key, result]] ||= Array.new(BUCKETS) { [0, 0] })
            counted[bucket][0] += 1
            counted[bucket][1] += 1 if work.failed
          end
        end
      end

      # A forked process has the counts of its parent, and no thread.
      def run_in_this_process
        return if @pid == Process.pid || !@running

        @starting.synchronize { start_in_this_process unless @pid == Process.pid }
      end

      # Ends the thread, and submits the rest once.
      def stop
        return unless @running

        @running = false
        return unless @pid == Process.pid

        @mutex.synchronize { @woken.signal }
        submit if @thread.join(15)
      end

      # Submits all counts. Returns the seconds to wait after a failure.
      def submit
        until (@text ||= next_text).nil?
          @attempts += 1
          status = post("/gatehouse/outcomes", @text)
          if status.is_a?(Integer) && status < 500 && status != 429
            report(status < 400 ? nil : "POST /gatehouse/outcomes was answered with #{status}")
            @text = nil
          else
            report("POST /gatehouse/outcomes failed: #{status}")
            @text = nil if @attempts >= ATTEMPTS_MAX
            return [RETRY_SECONDS * 1.5**(@attempts - 1), RETRY_SECONDS_MAX].min * (0.5 + rand)
          end
        end
        SUBMIT_SECONDS
      end

      # Reads what is watched. Returns the seconds until the next time.
      def poll
        response = request(Net::HTTP::Get.new(uri("/gatehouse/watched"), poll_headers))
        case response.code.to_i
        when 200 then adopt(response)
        when 304 then nil
        when 404
          watch_names({})
          return ABSENT_SECONDS
        else raise "GET /gatehouse/watched was answered with #{response.code}"
        end
        report(nil)
        POLL_SECONDS
      rescue StandardError => e
        report(e.message)
        2 * POLL_SECONDS
      end

      private

      def start_in_this_process
        @mutex = Mutex.new
        @woken = ConditionVariable.new
        reset
        @thread = Thread.new { run }
        @pid = Process.pid
      end

      def reset
        @watched ||= {}
        @keys ||= {}
        @counts = {}
        @text = nil
        @attempts = 0
      end

      def run
        poll_at = submit_at = 0
        while @running
          now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
          poll_at = now + poll * (1 + 0.1 * rand) if now >= poll_at
          submit_at = now + submit if now >= submit_at
          @mutex.synchronize { @woken.wait(@mutex, 1) if @running }
        end
      end

      def adopt(response)
        list = JSON.parse(response.body).fetch("watched")
        watch_names(list.to_h { |each| [each.fetch("name"), each.fetch("keys").to_h { |key| [key, true] }] })
        @etag = response["etag"]
      end

      # Replaces both as a whole: other threads read them without a lock.
      def watch_names(names)
        @keys = names.values.reduce({}, :merge)
        @watched = names
      end

      def poll_headers
        @etag ? headers.merge("If-None-Match" => @etag) : headers
      end

      def headers
        { "Flipper-Cloud-Token" => @token, "Accept" => "application/json" }
      end

      def next_text
        counts = @mutex.synchronize do
          @counts.keys.first(OUTCOMES_MAX).to_h { |id| [id, @counts.delete(id)] }
        end
        return if counts.empty?

        @attempts = 0
        outcomes = counts.map { |(name, key, result), buckets| outcome(name, key, result, buckets) }
        JSON.generate(request_id: SecureRandom.uuid, outcomes: outcomes)
      end

      def outcome(name, key, result, buckets)
        total = buckets.sum(&:first)
        errors = buckets.sum(&:last)
        { name: name, key: key, result: result, total: total, errors: errors, buckets: buckets }
      end

      # The status of the answer, or the error.
      def post(path, text)
        request = Net::HTTP::Post.new(
          uri(path),
          headers.merge("Content-Type" => "application/json", "Content-Encoding" => "gzip")
        )
        request.body = Zlib.gzip(text)
        request(request).code.to_i
      rescue StandardError => e
        e.message
      end

      # Below the path of the address, with its query, as the gem does.
      def uri(path)
        @url.dup.tap { |uri| uri.path = uri.path.sub(%r{/+\z}, "") + path }
      end

      def request(request)
        target = request.uri
        options = { use_ssl: target.scheme == "https", open_timeout: 5, read_timeout: 10, write_timeout: 10 }
        Net::HTTP.start(target.host, target.port, **options) { |http| http.request(request) }
      end

      # Reports the first of equal failures.
      def report(message)
        @on_error.call(message) if message && message != @reported
        @reported = message
      end
    end

    class << self
      # Starts counting. Without arguments, the address and the token are those of flipper-cloud.
      def start(url: ENV["FLIPPER_CLOUD_URL"], token: ENV["FLIPPER_CLOUD_TOKEN"], on_error: nil)
        raise ArgumentError, "Gatehouse::Outcomes needs a url and a token" unless url && token
        return if @counter

        on_error ||= ->(message) { warn("Gatehouse::Outcomes: #{message}") }
        @counter = Counter.new(url: url, token: token, on_error: on_error)
        @subscriber = ActiveSupport::Notifications.subscribe("feature_operation.flipper") do |*, payload|
          note(payload)
        end
        at_exit { stop }
        @counter.run_in_this_process
      end

      # Runs the block, and counts its end for each check that it makes: an exception is an error.
      def watch(name)
        counter = @counter
        name = name.to_s
        keys = counter&.keys_of(name)
        return yield if keys.nil?

        work = Work.new(name, keys, current)
        begin
          self.current = work
          yield
        rescue SystemExit, SignalException
          raise
        rescue Exception # rubocop:disable Lint/RescueException
          work.failed = true
          raise
        ensure
          self.current = work.outer
          counter.add(work)
        end
      end

      # Counts the innermost work as an error, although it raises nothing.
      def fail
        current&.failed = true
      end

      # Submits the rest, and stops counting.
      def stop
        counter = @counter
        @counter = nil
        ActiveSupport::Notifications.unsubscribe(@subscriber) if @subscriber
        @subscriber = nil
        counter&.stop
      end

      private

      def note(payload)
        return unless payload[:operation].to_s.start_with?("enabled") && !payload[:result].nil?

        work = current
        key = payload[:feature_name].to_s
        return unless work && @counter&.watches?(key)

        bucket = bucket_of(payload[:thing] || Array(payload[:actors]).first)
        while work
          work.note(key, payload[:result] == true, bucket)
          work = work.outer
        end
      end

      def bucket_of(actor)
        return rand(BUCKETS) if actor.nil?

        Outcomes.bucket(actor.respond_to?(:flipper_id) ? actor.flipper_id : actor.value)
      end

      # Storage of fibers is inherited by their threads and fibers, from Ruby 3.2 on.
      def current
        Fiber.respond_to?(:[]) ? Fiber[STORE] : Thread.current[STORE]
      end

      def current=(work)
        Fiber.respond_to?(:[]) ? Fiber[STORE] = work : Thread.current[STORE] = work
      end
    end
  end
end
