import { expect, test } from "bun:test";
import { firstStart } from "../../../src/app/commands/first-start.ts";
import {
  installationId,
  isSecureOrigin,
  isTrustedOrigin,
  SessionCookie,
} from "../../../src/app/sessions/session-cookie.ts";
import { Draft } from "../../../src/core/model/draft.ts";
import { emptyState } from "../../../src/core/model/state.ts";

const cookie = new SessionCookie("abc");

function requestWith(header: string): Request {
  return new Request("http://localhost/", { headers: { cookie: header } });
}

test("over https the cookie has the prefix __Host- and Secure", () => {
  expect(cookie.set("value", true)).toBe(
    "__Host-gatehouse-abc=value; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure",
  );
  expect(cookie.set("value", false)).toBe(
    "gatehouse-abc=value; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax",
  );
  expect(cookie.clear(true)).toBe(
    "__Host-gatehouse-abc=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
  );
});

test.each([
  ["https://flags.example.com", true],
  ["https://192.0.2.1:8443", true],
  // Safari keeps no such cookie of http on this machine.
  ["http://localhost:8080", false],
  ["http://127.0.0.1:8080", false],
  ["http://[::1]:8080", false],
  ["http://flags.example.com", false],
  ["http://192.168.1.20:8080", false],
])("every browser keeps a Secure cookie of %s: %p", (origin, isSecure) => {
  expect(isSecureOrigin(new URL(origin))).toBe(isSecure);
});

test.each([
  ["https://flags.example.com", true],
  ["http://localhost:8080", true],
  ["http://127.0.0.1:8080", true],
  ["http://[::1]:8080", true],
  ["http://flags.example.com", false],
  ["http://localhost.example.com", false],
])("browsers trust the page of %s: %p", (origin, isTrusted) => {
  expect(isTrustedOrigin(new URL(origin))).toBe(isTrusted);
});

test("the cookie of a known browser has a name of its own", () => {
  expect(cookie.setKnownBrowser("a~b", true)).toBe(
    "__Host-gatehouse-abc-browser=a~b; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure",
  );
  const header = "gatehouse-abc=1; gatehouse-abc-browser=2; __Host-gatehouse-abc-browser=3";
  expect(cookie.readKnownBrowser(requestWith(header), false)).toBe("2");
  expect(cookie.readKnownBrowser(requestWith(header), true)).toBe("3");
  const long = `gatehouse-abc-browser=${"x".repeat(1_025)}`;
  expect(cookie.readKnownBrowser(requestWith(long), false)).toBeUndefined();
});

test("only the cookie of this installation and of the same security is read", () => {
  const header =
    "gatehouse-abcd=1; x__Host-gatehouse-abc=2; gatehouse-abc=3; __Host-gatehouse-abc=4";
  expect(cookie.read(requestWith(header), true)).toBe("4");
  expect(cookie.read(requestWith(header), false)).toBe("3");
  expect(cookie.read(requestWith("gatehouse-abc=3"), true)).toBeUndefined();
  expect(cookie.read(requestWith("__Host-gatehouse-abc="), true)).toBeUndefined();
  expect(cookie.read(requestWith(`__Host-gatehouse-abc=${"x".repeat(65)}`), true)).toBeUndefined();
  expect(cookie.read(new Request("http://localhost/"), true)).toBeUndefined();
});

test("installations have different names, also copies of the same data elsewhere", () => {
  const stateAt = (now: number) => {
    const draft = new Draft(emptyState, now);
    firstStart(draft);
    return draft.state;
  };
  const first = installationId(stateAt(1_000), "/data");
  expect(first).toMatch(/^[0-9a-f]{10}$/);
  expect(installationId(stateAt(1_000), "/data")).toBe(first);
  expect(installationId(stateAt(1_001), "/data")).not.toBe(first);
  expect(installationId(stateAt(1_000), "/copy")).not.toBe(first);
});
