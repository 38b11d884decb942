# frozen_string_literal: true

require "openssl"

# The rules by which the public client's middleware accepts a message. Used where that part of the
# client is not installed: Debian's package lacks it.
class MessageVerifier
  class InvalidSignature < StandardError; end

  def initialize(secret:)
    raise ArgumentError, "secret should not be empty" if secret.empty?

    @secret = secret
  end

  def verify(payload, header, tolerance: nil)
    items = header.to_s.split(/,\s*/).map { |item| item.split("=", 2) }
    time = Integer(items.assoc("t")&.last, exception: false)
    raise InvalidSignature, "no time" unless time

    expected = OpenSSL::HMAC.hexdigest("SHA256", @secret, "#{time}.#{payload}")
    given = items.select { |name, _| name == "v1" }.map(&:last)
    raise InvalidSignature, "no such signature" unless given.any? { |each| OpenSSL.secure_compare(each, expected) }
    raise InvalidSignature, "too old" if tolerance && time < Time.now.to_i - tolerance

    true
  end
end
