import { expect, test } from "bun:test";
import { type Call, formType, jsonType, shown } from "../helpers/api-client.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { expectRefused } from "../helpers/expect-refused.ts";
import { featureObject } from "../helpers/feature-object.ts";

const form = (body: string): Call => ({ body, headers: formType });
const json = (value: unknown): Call => ({ body: JSON.stringify(value), headers: jsonType });

// Registered groups, and unregistered ones with allow_unregistered_groups.
const accepted: [call: Call, group: string][] = [
  [form("name=admins"), "admins"],
  [json({ name: "admins" }), "admins"],
  [json({ name: 7 }), "7"],
  [{ ...form("name=unheard"), query: "allow_unregistered_groups=true" }, "unheard"],
  [{ ...form("name=unheard"), query: "allow_unregistered_groups=TRUE" }, "unheard"],
  [{ ...json({ name: "unheard" }), query: "allow_unregistered_groups=true" }, "unheard"],
  [form("name=unheard&allow_unregistered_groups=true"), "unheard"],
  [json({ name: "unheard", allow_unregistered_groups: true }), "unheard"],
  [json({ name: "unheard", allow_unregistered_groups: "true" }), "unheard"],
  [{ ...form("name=a%2Fb+%2B"), query: "allow_unregistered_groups=true" }, "a/b +"],
  [{ ...json({ name: "__proto__" }), query: "allow_unregistered_groups=true" }, "__proto__"],
];

const unregistered: Call[] = [
  { ...form("name=unheard"), query: "allow_unregistered_groups=1" },
  { ...form("name=unheard"), query: "allow_unregistered_groups=yes" },
  { ...form("name=unheard"), query: "allow_unregistered_groups=" },
  { ...form("name=unheard"), query: "allow_unregistered_groups" },
  { ...form("name=unheard"), query: "allow_unregistered_groups=false" },
  { ...form("name=unheard"), query: "Allow_unregistered_groups=true" },
  form("name=unheard&allow_unregistered_groups=1"),
  json({ name: "unheard", allow_unregistered_groups: 1 }),
  json({ name: "unheard", allow_unregistered_groups: false }),
  json({ name: "unheard", allow_unregistered_groups: null }),
  // The body takes precedence over the query.
  {
    ...json({ name: "unheard", allow_unregistered_groups: false }),
    query: "allow_unregistered_groups=true",
  },
];

describeMountable(
  "groups (docs/api.md#gate-routes)",
  (api) => {
    test.each(accepted.map(([call, group]) => [shown(call), call, group] as const))(
      "POST %s is accepted",
      async (_name, call, group) => {
        const [response, body] = await api.call("POST", "/features/search/groups", call);
        expect(response.status).toBe(200);
        expect(body).toEqual(featureObject("search", "conditional", { groups: [group] }));
      },
    );

    test.each(unregistered.map((call) => [shown(call), call] as const))(
      "POST %s is code 2",
      async (_name, call) => {
        await expectRefused(api, { status: 404, code: 2 }, () =>
          api.call("POST", "/features/search/groups", call),
        );
      },
    );

    test("allow_unregistered_groups does not register a group", async () => {
      await api.gates.post("search", "groups", { name: "new" }, "allow_unregistered_groups=true");
      await expectRefused(api, { status: 404, code: 2 }, () =>
        api.gates.post("other", "groups", { name: "new" }),
      );
    });

    test.each(["admins", "unheard"])("DELETE accepts any name: %s", async (name) => {
      await api.import({ search: { groups: ["admins", "unheard", "kept"] } });
      const [response, body] = await api.gates.delete("search", "groups", { name });
      expect(response.status).toBe(200);
      const groups = ["admins", "kept", "unheard"].filter((group) => group !== name);
      expect(body).toEqual(featureObject("search", "conditional", { groups }));
    });
  },
  { groups: ["admins", "7"] },
);
