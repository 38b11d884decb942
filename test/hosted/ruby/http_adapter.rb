# frozen_string_literal: true

require "json"
require "net/http"
require "set"
require "uri"

# An adapter of the public Flipper client for Gatehouse (docs/clients.md#requests). Debian's package
# of the client lacks the HTTP adapter, but has the code that uses one: the DSL, the gates, the
# evaluation and the synchronizer.
class HttpAdapter
  include Flipper::Adapter

  # A status that the client does not accept. Where 404 is accepted, it means default values.
  class Unexpected < StandardError; end

  attr_reader :name

  def initialize(url:, headers: {})
    @name = :http
    @uri = URI(url)
    @headers = headers.merge(
      "Content-Type" => "application/json",
      "Accept" => "application/json",
      "User-Agent" => "Flipper HTTP Adapter v#{Flipper::VERSION}",
    )
  end

  def features
    objects("/features").to_set { |object| object.fetch("key") }
  end

  def get(feature)
    response = request(Net::HTTP::Get, path_of(feature), accept: [200, 404])
    response.code == "404" ? default_config : values_of(feature, JSON.parse(response.body))
  end

  def get_multi(features)
    keys = features.map { |feature| URI.encode_www_form_component(feature.key) }.join(",")
    by_key = objects("/features?keys=#{keys}").to_h { |object| [object.fetch("key"), object] }
    features.to_h do |feature|
      object = by_key[feature.key]
      [feature.key, object ? values_of(feature, object) : default_config]
    end
  end

  def get_all
    objects("/features").to_h do |object|
      feature = Flipper::Feature.new(object.fetch("key"), self)
      [feature.key, values_of(feature, object)]
    end
  end

  def add(feature)
    request(Net::HTTP::Post, "/features", body: { name: feature.key })
    true
  end

  def remove(feature)
    request(Net::HTTP::Delete, path_of(feature), accept: [204])
    true
  end

  def clear(feature)
    request(Net::HTTP::Delete, "#{path_of(feature)}/clear", accept: [204])
    true
  end

  def enable(feature, gate, thing)
    request(Net::HTTP::Post, gate_path(feature, gate), body: body_for(gate, thing.value.to_s))
    true
  end

  # A percentage is disabled by setting it to 0, everything else by DELETE, with a body.
  def disable(feature, gate, thing)
    kind = gate.data_type == :integer ? Net::HTTP::Post : Net::HTTP::Delete
    request(kind, gate_path(feature, gate), body: body_for(gate, thing.value.to_s))
    true
  end

  # The server's own actor check, to compare with the client's evaluation.
  def check(flipper_id)
    id = URI.encode_www_form_component(flipper_id).gsub("+", "%20")
    answer = JSON.parse(request(Net::HTTP::Get, "/actors/#{id}").body)
    answer.fetch("features").transform_values { |result| result.fetch("enabled") }
  end

  private

  def objects(path)
    JSON.parse(request(Net::HTTP::Get, path).body).fetch("features")
  end

  def values_of(feature, object)
    values = object.fetch("gates").to_h { |gate| [gate.fetch("key"), gate.fetch("value")] }
    feature.gates.to_h { |gate| [gate.key, typed(gate, values[gate.key.to_s])] }
  end

  def typed(gate, value)
    case gate.data_type
    when :set then Set.new(value || [])
    when :boolean then value == true ? "true" : nil
    else value&.to_s
    end
  end

  def body_for(gate, value)
    case gate.key
    when :boolean then {}
    when :groups then { name: value }
    when :actors then { flipper_id: value }
    else { percentage: value }
    end
  end

  def path_of(feature)
    "/features/#{URI.encode_www_form_component(feature.key).gsub("+", "%20")}"
  end

  def gate_path(feature, gate)
    query = gate.key == :groups ? "?allow_unregistered_groups=true" : ""
    "#{path_of(feature)}/#{gate.key}#{query}"
  end

  def request(kind, path, body: nil, accept: [200])
    message = kind.new(URI("#{@uri}#{path}"), @headers)
    message.body = JSON.generate(body) if body
    response = connection.request(message)
    return response if accept.include?(response.code.to_i)

    raise Unexpected, "#{kind::METHOD} #{path}: #{response.code} #{response.body}"
  end

  def connection
    @connection ||= Net::HTTP.start(@uri.host, @uri.port, open_timeout: 2, read_timeout: 5)
  end
end
