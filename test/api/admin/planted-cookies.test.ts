import { expect, test } from "bun:test";
import { site, startUi } from "./web-ui-server.ts";

const host = "flags.example";

/** Whether a read with these headers is signed in by a cookie without the prefix `__Host-`. */
async function isBelieved(headers: Record<string, string>): Promise<boolean> {
  await using server = await startUi();
  const { cookie } = await server.page("owner");
  expect(cookie).toStartWith("gatehouse-test=");
  const at = headers.host ?? host;
  const answer = await server.ui.fetch(
    new Request(`http://${at}/admin/v1/environments`, {
      headers: { ...headers, cookie, host: at },
    }),
    { requestIP: () => null },
  );
  return answer?.status === 200;
}

test.each([
  ["a browser behind a proxy that ends TLS", { "sec-fetch-site": "same-origin" }, false],
  ["a proxy that says so", { "x-forwarded-proto": "https" }, false],
  ["several proxies that say so", { "x-forwarded-proto": "HTTPS, http" }, false],
  ["an origin over https", { origin: `https://${host}` }, false],
  // Over plain http browsers send no Sec-Fetch-Site, except to this machine.
  ["plain http", {}, true],
  ["plain http through a proxy", { "x-forwarded-proto": "http" }, true],
  ["plain http on this machine", { host: "localhost:8080", "sec-fetch-site": "none" }, true],
  ["this machine by address", { host: "[::1]:8080", "sec-fetch-site": "same-origin" }, true],
])(
  "without a public URL, %s: a cookie without the prefix counts: %j %p",
  async (_why, headers, counts) => {
    expect(await isBelieved(headers)).toBe(counts);
  },
);

test("an ended session of an earlier version's cookie hides no new one on this machine", async () => {
  await using server = await startUi();
  const { cookie } = await server.page("owner");
  const read = (sent: string) =>
    server.send("/admin/v1/environments", { headers: { cookie: sent } });
  expect((await read(`__Host-gatehouse-test=ended; ${cookie}`)).status).toBe(200);
});

test("signing out ends the sessions of both cookies, whichever of them counts", async () => {
  await using server = await startUi();
  const [plain, prefixed] = [await server.page("owner"), await server.page("owner")];
  const hidden = `__Host-${prefixed.cookie}`;
  const read = async (cookie: string) =>
    (await server.send("/admin/v1/environments", { headers: { cookie } })).status;
  expect([await read(plain.cookie), await read(hidden)]).toEqual([200, 200]);
  const ended = await server.send("/admin/v1/session", {
    method: "DELETE",
    headers: {
      cookie: `${hidden}; ${plain.cookie}`,
      origin: site,
      "content-type": "application/json",
    },
  });
  expect(ended.status).toBe(200);
  expect([await read(plain.cookie), await read(hidden)]).toEqual([401, 401]);
});
