import { expect, test } from "bun:test";
import { errorResponse } from "../../../src/api/common/errors/error-response.ts";
import { ClientAddresses } from "../../../src/http/limits/client-addresses.ts";
import { withConcurrencyLimit } from "../../../src/http/limits/concurrency-limit.ts";
import { createErrorHandler } from "../../../src/http/routing/error-handler.ts";

/** A limit of two around handlers that wait, those for `/now` excepted. */
function limited(trustedProxies: ConstructorParameters<typeof ClientAddresses>[0] = []) {
  const waiting: PromiseWithResolvers<Response>[] = [];
  const fetch = withConcurrencyLimit({
    fetch(request) {
      if (request.url.endsWith("/now")) {
        return new Response("now");
      }
      const answer = Promise.withResolvers<Response>();
      waiting.push(answer);
      return answer.promise;
    },
    refuse: createErrorHandler({
      context: { docsUrl: "/swagger", onFault: () => undefined },
      writeRefusal: errorResponse,
      guard: () => undefined,
      routes: () => [],
    }),
    addresses: new ClientAddresses(trustedProxies),
    perAddressMax: 2,
  });
  return {
    waiting,
    send: async (address: string, path = "/", headers: Record<string, string> = {}) => {
      const request = new Request(`http://localhost${path}`, { headers });
      const response = await fetch(request, { requestIP: () => ({ address }) });
      return response.status;
    },
  };
}

test("an address has a limit of requests under way, and others have their own", async () => {
  const { send, waiting } = limited();
  const underWay = [send("192.0.2.1"), send("192.0.2.1"), send("192.0.2.2")];
  expect(await send("192.0.2.1")).toBe(429);
  expect(await send("192.0.2.1", "/now")).toBe(429);
  expect(await send("192.0.2.2", "/now")).toBe(200);
  const another = send("192.0.2.2");
  waiting[0]?.resolve(new Response());
  expect(await underWay[0]).toBe(200);
  expect(await send("192.0.2.1", "/now")).toBe(200);
  const next = send("192.0.2.1");
  expect(await send("192.0.2.1")).toBe(429);
  for (const each of waiting) {
    each.resolve(new Response());
  }
  expect(await Promise.all([...underWay, another, next])).toEqual([200, 200, 200, 200, 200]);
});

test("a request that fails is no longer under way", async () => {
  const { send, waiting } = limited();
  for (let times = 0; times < 5; times++) {
    const failing = send("192.0.2.1");
    waiting.at(-1)?.reject(new Error("broken"));
    await expect(failing).rejects.toThrow("broken");
  }
  expect(await send("192.0.2.1", "/now")).toBe(200);
});

test("addresses of one IPv6 network are one client", async () => {
  const { send, waiting } = limited();
  const underWay = [send("2001:db8::1"), send("2001:db8::2")];
  expect(await send("2001:db8::3")).toBe(429);
  expect(await send("2001:db8:0:1::1", "/now")).toBe(200);
  for (const each of waiting) {
    each.resolve(new Response());
  }
  await Promise.all(underWay);
});

test("behind a trusted proxy the clients are those that it names", async () => {
  const { send, waiting } = limited([{ address: "10.0.0.1", bits: 32 }]);
  const from = (client: string) => send("10.0.0.1", "/", { "x-forwarded-for": client });
  const underWay = [from("192.0.2.1"), from("192.0.2.1"), from("192.0.2.2")];
  expect(await from("192.0.2.1")).toBe(429);
  for (const each of waiting) {
    each.resolve(new Response());
  }
  expect(await Promise.all(underWay)).toEqual([200, 200, 200]);
});
