import { expect, test } from "bun:test";
import { readAnswer } from "../helpers/answer.ts";
import type { ApiClient } from "../helpers/api-client.ts";
import { describeTargets } from "../helpers/describe-targets.ts";
import { mountableTargets } from "../helpers/mountable-targets.ts";
import type { Service, Target } from "../helpers/service.ts";

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString("base64")}`;
const right = basic("flipper:a pass:wörd");

/** Returns the target with valid credentials on every request that has none. */
const withCredentials = (target: Target): Target => ({
  name: target.name,
  async start(options): Promise<Service> {
    const service = await target.start(options);
    return {
      send(path, init = {}) {
        const headers = new Headers(init.headers);
        if (!headers.has("authorization")) {
          headers.set("authorization", right);
        }
        return service.send(path, { ...init, headers });
      },
      stop: () => service.stop(),
    };
  },
});

// Every route, and other paths: without credentials no answer tells whether a path exists.
const requests: [method: string, path: string][] = [
  ["GET", "/features"],
  ["HEAD", "/features"],
  ["GET", "/features?keys[x]=bad"],
  ["POST", "/features"],
  ["GET", "/features/search"],
  ["GET", "/features/unknown"],
  ["DELETE", "/features/search"],
  ["DELETE", "/features/%20"],
  ["DELETE", "/features/search/clear"],
  ["POST", "/features/search/boolean"],
  ["DELETE", "/features/search/boolean"],
  ["POST", "/features/search/groups"],
  ["DELETE", "/features/search/groups"],
  ["POST", "/features/search/actors"],
  ["DELETE", "/features/search/actors"],
  ["POST", "/features/search/percentage_of_actors"],
  ["DELETE", "/features/search/percentage_of_actors"],
  ["POST", "/features/search/percentage_of_time"],
  ["DELETE", "/features/search/percentage_of_time"],
  ["GET", "/actors/User;1"],
  ["GET", "/actors/"],
  ["POST", "/import"],
  ["PUT", "/features"],
  ["GET", "/import"],
  ["GET", "/nothing"],
  ["GET", "/features/%zz"],
  ["GET", "//features"],
  ["GET", "//features//search"],
  ["GET", "/x/../features"],
  ["GET", "/%66eatures"],
];

const wrong = [
  "",
  "Basic",
  "Basic ",
  "Bearer a-token",
  right.slice(0, -2),
  `${right}x`,
  basic("flipper:"),
  basic(":a pass:wörd"),
  basic("flipper:another"),
  basic("FLIPPER:a pass:wörd"),
  "Basic %%%",
  right.replace("Basic ", ""),
  right.replace("Basic ", "Basic"),
  right.toLowerCase(),
];

describeTargets(
  mountableTargets.map(withCredentials),
  "HTTP Basic authentication (docs/api.md#authentication)",
  { basicAuth: { user: "flipper", password: "a pass:wörd" } },
  (api) => {
    test.each(requests)(
      "%s %s without the right credentials: 401 without details",
      async (...row) => {
        const [method, path] = row;
        await api.import({ search: { actors: ["User;1"] } });
        const [, before] = await api.features.list();
        // Each row has an address of its own, as the guesses of an address are limited.
        const client = `203.0.113.${requests.findIndex(([a, b]) => a === method && b === path) + 1}`;
        for (const authorization of wrong) {
          const headers = { authorization, "x-forwarded-for": client };
          await expectUnauthorized(api, [method, path], headers);
        }
        expect((await api.features.list())[1]).toEqual(before);
      },
    );

    test("the right credentials give access to every route", async () => {
      await api.import({ search: { actors: ["User;1"] } });
      expect((await api.features.get("search"))[0].status).toBe(200);
      expect((await api.gates.post("search", "boolean"))[0].status).toBe(200);
      expect((await api.features.remove("search"))[0].status).toBe(204);
      expect((await api.call("GET", "/nothing"))[0].status).toBe(404);
    });

    test.each(["basic", "BASIC", "bAsIc"])("the scheme in any letter case: %s", async (scheme) => {
      const authorization = right.replace("Basic", scheme);
      expect((await api.send("/features", { headers: { authorization } })).status).toBe(200);
    });
  },
);

async function expectUnauthorized(
  api: ApiClient,
  [method, path]: readonly [method: string, path: string],
  headers: Readonly<Record<string, string>>,
) {
  const response = await api.send(path, { method, headers });
  const [, body] = await readAnswer(response, { method });
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toStartWith("Basic realm=");
  expect(response.headers.get("cache-control")).toBe("private, no-cache");
  expect(response.headers.get("etag")).toBeNull();
  expect(response.headers.get("allow")).toBeNull();
  if (method !== "HEAD") {
    expect(body).toMatchObject({ code: "credentials_invalid" });
  }
}
