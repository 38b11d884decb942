import { expect, test } from "bun:test";
import { requireOwnPage } from "../../../src/api/admin/own-site.ts";
import { GatehouseError } from "../../../src/core/errors.ts";
import { refusalIn, startUi } from "./web-ui-server.ts";

type Row = [why: string, method: string, headers: Record<string, string>, isAllowed: boolean];

const own = "https://flags.example";

const rows: Row[] = [
  [
    "a write of the server's own page",
    "POST",
    { "sec-fetch-site": "same-origin", origin: own },
    true,
  ],
  ["a write of an older browser", "PUT", { origin: own }, true],
  [
    "a write over plain http to a name, without Origin",
    "POST",
    { "sec-fetch-site": "same-origin" },
    true,
  ],
  ["a write of a program, or of a very old browser", "DELETE", {}, false],
  [
    "a form on another site",
    "POST",
    { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
    false,
  ],
  [
    "a page of a sibling host",
    "POST",
    { "sec-fetch-site": "same-site", origin: "https://a.flags.example" },
    false,
  ],
  ["a page of another port", "POST", { origin: "https://flags.example:8443" }, false],
  ["a write that the person typed, which is none", "POST", { "sec-fetch-site": "none" }, false],
  ["a page without an origin, such as one in a sandbox", "POST", { origin: "null" }, false],
  [
    "headers that contradict each other",
    "POST",
    { "sec-fetch-site": "cross-site", origin: own },
    false,
  ],
  ["a read of the server's own page", "GET", { "sec-fetch-site": "same-origin" }, true],
  ["a link that was typed", "GET", { "sec-fetch-site": "none" }, true],
  ["a read of a program", "GET", {}, true],
  ["a read of another site's page", "GET", { "sec-fetch-site": "cross-site" }, false],
  ["a read of a sibling host's page", "HEAD", { "sec-fetch-site": "same-site" }, false],
];

test.each(rows)("%s: %s with %j", (_why, method, headers, isAllowed) => {
  const request = new Request(`${own}/admin/v1/groups`, {
    method,
    headers: { ...headers, host: "flags.example" },
  });
  const check = () => requireOwnPage(request, undefined);
  if (isAllowed) {
    check();
  } else {
    expect(check).toThrow(GatehouseError);
  }
});

test.each([
  ["https://public.example", true],
  // Whoever can let a browser show a page of such an origin could use its passkeys and its cookie.
  ["https://flags.example", false],
  ["http://public.example", false],
  ["https://public.example:8443", false],
  ["null", false],
])("with a public URL a write of %s is allowed: %p", (origin, isAllowed) => {
  for (const site of [{}, { "sec-fetch-site": "same-origin" }]) {
    const request = new Request(`${own}/admin/v1/groups`, {
      method: "POST",
      headers: { ...site, origin, host: "flags.example" },
    });
    const check = () => requireOwnPage(request, "https://public.example");
    if (isAllowed) {
      check();
    } else {
      expect(check).toThrow("--public-url");
    }
  }
});

test("a page whose host a proxy changed reads what does not match, and what to do", async () => {
  await using server = await startUi();
  const answer = await server.send("/admin/v1/session", {
    method: "POST",
    headers: { origin: 'http://flags.lan:8080"<b>\u0085', "content-type": "application/json" },
    body: "{}",
  });
  const { message } = await refusalIn(answer);
  expect(message).toBe(
    'This page has the origin "http://flags.lan:8080\\"<b>\\u0085", but the request went to the host "localhost": let the proxy forward the header Host, or set --public-url',
  );
});

test("a request of another site with the cookie changes nothing, whatever its type is", async () => {
  await using server = await startUi();
  const { cookie } = await server.page("owner");
  const before = server.state();
  const evil = { cookie, origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  const bodies: [type: string, body: string][] = [
    ["application/json", '{"name":"stolen"}'],
    ["text/plain", '{"name":"stolen"}'],
    ["application/x-www-form-urlencoded", "name=stolen"],
  ];
  for (const [type, body] of bodies) {
    const answer = await server.send("/admin/v1/groups", {
      method: "POST",
      headers: { ...evil, "content-type": type },
      body,
    });
    expect(await refusalIn(answer)).toMatchObject({ status: 403, code: "not_own_page" });
    expect(answer.headers.has("access-control-allow-origin")).toBe(false);
  }
  expect(server.state()).toBe(before);
});

test("a write of an own page must be JSON, as a form cannot be", async () => {
  await using server = await startUi();
  const { cookie } = await server.page("owner");
  const before = server.state();
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""]) {
    const answer = await server.send("/admin/v1/groups", {
      method: "POST",
      headers: {
        cookie,
        origin: "http://localhost",
        ...(type === "" ? {} : { "content-type": type }),
      },
      body: new TextEncoder().encode('{"name":"x"}'),
    });
    expect([type, answer.status]).toEqual([type, 415]);
  }
  expect(server.state()).toBe(before);
});
