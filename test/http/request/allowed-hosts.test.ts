import { expect, test } from "bun:test";
import { AllowedHosts, hostNameIn } from "../../../src/http/request/allowed-hosts.ts";

const hosts = new AllowedHosts(["app.example", "Toggles", "192.0.2.7", "2001:DB8::0:1"]);

test.each([
  ["localhost", true],
  ["LOCALHOST:8080", true],
  ["localhost.", true],
  ["127.0.0.1", true],
  ["127.0.0.1:1", true],
  ["[::1]", true],
  ["[::1]:8080", true],
  ["[0:0:0:0:0:0:0:1]", true],
  ["app.example", true],
  ["App.Example:443", true],
  ["toggles", true],
  ["192.0.2.7:80", true],
  ["[2001:db8::1]:80", true],
  ["", false],
  ["evil.example", false],
  ["127.0.0.2", false],
  ["::1", false],
  ["0.0.0.0", false],
  ["localhost.evil.example", false],
  ["evil.example:localhost", false],
  ["app.example.evil", false],
  ["xapp.example", false],
  ["app.example@evil.example", false],
  ["evil.example/app.example", false],
  ["app.example/evil", false],
  ["app.example, evil.example", false],
  ["app.example evil.example", false],
  ["app.example:x", false],
  ["[::1", false],
  ["undefined", false],
])("a request for the host %j is allowed: %p", (host, isAllowed) => {
  const request = new Request("http://localhost/", { headers: { host } });
  expect(hosts.allows(request)).toBe(isAllowed);
  // Also after a request for another host.
  hosts.allows(new Request("http://localhost/", { headers: { host: "x" } }));
  expect(hosts.allows(request)).toBe(isAllowed);
});

test("a request without the header is for the host of its URL", () => {
  expect(hosts.allows(new Request("http://localhost/features"))).toBe(true);
  expect(hosts.allows(new Request("http://app.example:80/features"))).toBe(true);
  expect(hosts.allows(new Request("http://evil.example/features"))).toBe(false);
});

test("without names only this machine's own are allowed", () => {
  const own = new AllowedHosts([]);
  const allowed = ["localhost", "127.0.0.1", "[::1]", "app.example", ""].filter((host) =>
    own.allows(new Request("http://app.example/", { headers: { host } })),
  );
  expect(allowed).toEqual(["localhost", "127.0.0.1", "[::1]"]);
});

test.each([
  ["toggles.example", "toggles.example"],
  ["Toggles.example.:80", "toggles.example"],
  ["[::1]:80", "[::1]"],
  ["127.1", "127.0.0.1"],
  ["a b", undefined],
  ["a/b", undefined],
])("the name in the Host header %j is %p", (host, name) => {
  expect(hostNameIn(host)).toEqual(name);
});
