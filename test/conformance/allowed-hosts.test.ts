import { expect, test } from "bun:test";
import { formType } from "../helpers/api-client.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { expectRefused } from "../helpers/expect-refused.ts";

const allowedHosts = ["a", "app", "toggles.example.org"];
const allowed = [...allowedHosts, "app:80", "Toggles.Example.org.", "localhost", "127.0.0.1:1"];
const refused = ["evil.example", "evil.example:8080", "b", "app.evil.example", "app,evil.example"];
const paths = ["/features", "//features", "/features?keys=search", "/actors/User;1"];

const requests: [method: string, path: string][] = [
  ["GET", "/features"],
  ["GET", "/actors/User;1"],
  ["GET", "/nothing"],
  ["GET", "/features/%zz"],
  ["POST", "/features"],
  ["POST", "/features/search/boolean"],
  ["DELETE", "/features/search"],
  ["POST", "/import"],
  ["OPTIONS", "/features"],
];

describeMountable(
  "allowed hosts (docs/api.md#authentication)",
  (api) => {
    test.each(allowed)("the Host %s is answered", async (host) => {
      for (const path of paths) {
        const response = await api.send(path, { headers: { host } });
        expect([path, response.status]).toEqual([path, 200]);
      }
    });

    test.each(requests)("%s %s for another host is refused", async (method, path) => {
      await api.import({ search: { actors: ["User;1"] } });
      for (const host of refused) {
        await expectRefused(api, { status: 403, code: "host_not_allowed" }, () =>
          api.call(method, path, {
            headers: { host, origin: `http://${host}`, ...formType },
            ...(method === "GET" ? {} : { body: "name=made" }),
          }),
        );
      }
    });
  },
  { allowedHosts },
);
