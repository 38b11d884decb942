import { expect, test } from "bun:test";
import { type Call, formType, jsonType, shown } from "../helpers/api-client.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { expectRefused, type Refused } from "../helpers/expect-refused.ts";

type Row = readonly [method: string, path: string, call: Call, refused: Refused];

const form = (body: string): Call => ({ body, headers: formType });
const json = (value: unknown): Call => ({ body: JSON.stringify(value), headers: jsonType });
const bare: Call = {};

const notFound: Refused = { status: 404, code: 1, message: "Feature not found" };
const unregistered: Refused = { status: 404, code: 2, message: "Group not registered" };
const badPercentage: Refused = {
  status: 422,
  code: 3,
  message: "Percentage must be an integer from 0 to 100",
};
const noId: Refused = { status: 422, code: 4, message: "Required parameter flipper_id is missing" };
const longId: Refused = { status: 422, code: 4 };
const noName: Refused = { status: 422, code: 5, message: "Required parameter name is missing" };
const badName: Refused = { status: 422, code: 5 };

// The table of docs/api.md#errors, by code.
const code1: Row[] = [
  ["GET", "/features/unknown", bare, notFound],
  ["GET", "/features/unknown?exclude_gates=true", bare, notFound],
  ["GET", "/features/Search", bare, notFound],
  ["GET", "/features/search%20", bare, notFound],
  ["GET", "/features/search/", bare, notFound],
  ["GET", "/features/%00", bare, notFound],
  ["GET", `/features/${"x".repeat(300)}`, bare, notFound],
];

const code2: Row[] = [
  ["POST", "/features/search/groups", form("name=unheard"), unregistered],
  ["POST", "/features/search/groups", json({ name: "unheard" }), unregistered],
  ["POST", "/features/search/groups", form("name=Admins"), unregistered],
  ["POST", "/features/search/groups", form("name=admins%20"), unregistered],
  ["POST", "/features/search/groups", form("name=constructor"), unregistered],
  ["POST", "/features/search/groups", form("name=__proto__"), unregistered],
  ["POST", "/features/unknown/groups", form("name=unheard"), unregistered],
];

const badPercentages: Call[] = [
  bare,
  form("percentage="),
  form("percentage"),
  form("percentage=+"),
  form("percentage=101"),
  form("percentage=-1"),
  form("percentage=-0"),
  form("percentage=12.5"),
  form("percentage=50.5"),
  form("percentage=1e-1"),
  form("percentage=25."),
  form("percentage=.5"),
  form("percentage=1e3"),
  form("percentage=0x10"),
  form("percentage=%2B5"),
  form("percentage=5%25"),
  form("percentage=%205"),
  form("percentage=ten"),
  form("percentage=1_0"),
  form("percentage=%D9%A3"),
  form("percentage=99999999999999999999"),
  form("percentage=NaN"),
  form("percentage[]=5"),
  form("percentage[x]=5"),
  form("Percentage=5"),
  json({}),
  json({ percentage: null }),
  json({ percentage: "" }),
  json({ percentage: " " }),
  json({ percentage: 12.5 }),
  json({ percentage: "12.5" }),
  json({ percentage: -1 }),
  json({ percentage: 101 }),
  json({ percentage: 1e300 }),
  json({ percentage: [] }),
  json({ percentage: [5] }),
  json({ percentage: {} }),
  json({ percentage: true }),
  { query: "percentage=5" },
];

const code3: Row[] = badPercentages.flatMap((call): Row[] => [
  ["POST", "/features/search/percentage_of_actors", call, badPercentage],
  ["POST", "/features/unknown/percentage_of_time", call, badPercentage],
]);

const code4: Row[] = ["POST", "DELETE"].flatMap((method): Row[] => [
  [method, "/features/search/actors", bare, noId],
  [method, "/features/search/actors", form("flipper_id="), noId],
  [method, "/features/search/actors", form("flipper_id"), noId],
  [method, "/features/search/actors", form("Flipper_id=User;1"), noId],
  [method, "/features/search/actors", form("id=User;1"), noId],
  [method, "/features/search/actors", json({}), noId],
  [method, "/features/search/actors", json({ flipper_id: null }), noId],
  [method, "/features/search/actors", json({ flipper_id: "" }), noId],
  [method, "/features/search/actors", form(`flipper_id=${"x".repeat(1025)}`), longId],
  [method, "/features/unknown/actors", bare, noId],
]);

const code4Elsewhere: Row[] = [
  ["POST", "/features/search/actors?flipper_id=User;1", bare, noId],
  ["GET", "/actors/", bare, noId],
  ["GET", `/actors/${"x".repeat(1025)}`, bare, longId],
];

const code5: Row[] = [
  ["POST", "/features", bare, noName],
  ["POST", "/features?name=search2", bare, noName],
  ["POST", "/features", form("name="), noName],
  ["POST", "/features", form("name"), noName],
  ["POST", "/features", form("Name=search2"), noName],
  ["POST", "/features", form("name=+%09"), noName],
  ["POST", "/features", form("name=%E2%80%8B%00"), noName],
  ["POST", "/features", json({}), noName],
  ["POST", "/features", json({ name: null }), noName],
  ["POST", "/features", json({ name: "" }), noName],
  ["POST", "/features", json({ name: " \u3164 " }), noName],
  ["POST", "/features", json({ name: "x".repeat(256) }), badName],
  ["POST", "/features", json({ name: "🎉".repeat(256) }), badName],
  ["POST", "/features", json({ name: "." }), badName],
  ["POST", "/features", json({ name: " .. " }), badName],
  ["POST", "/features/search/groups", bare, noName],
  ["POST", "/features/search/groups", form("name="), noName],
  ["POST", "/features/search/groups", json({ name: null }), noName],
  ["POST", "/features/search/groups", form(`name=${"x".repeat(256)}`), badName],
  ["POST", "/features/search/groups?name=admins", bare, noName],
  ["POST", "/features/unknown/groups", bare, noName],
  ["DELETE", "/features/search/groups", bare, noName],
  ["DELETE", "/features/search/groups", json({ name: "" }), noName],
];

// Writes whose path has a name that POST /features would change or refuse.
const writes: [method: string, action: string, call: Call][] = [
  ["DELETE", "", bare],
  ["DELETE", "/clear", bare],
  ["POST", "/boolean", bare],
  ["DELETE", "/boolean", bare],
  ["POST", "/groups", form("name=admins")],
  ["DELETE", "/groups", form("name=admins")],
  ["POST", "/actors", form("flipper_id=User;1")],
  ["DELETE", "/actors", form("flipper_id=User;1")],
  ["POST", "/percentage_of_actors", form("percentage=5")],
  ["DELETE", "/percentage_of_actors", bare],
  ["POST", "/percentage_of_time", form("percentage=5")],
  ["DELETE", "/percentage_of_time", bare],
];

const unmakeable = ["%20search", "search%09", "sea%E2%80%8Brch", "%00", "%C2%A0", "x".repeat(256)];

const code5InPaths: Row[] = writes.flatMap(([method, action, call]) =>
  unmakeable.map((name): Row => [method, `/features/${name}${action}`, call, badName]),
);

const named = (rows: Row[]) =>
  rows.map((row) => {
    const [method, path, call] = row;
    return [`${method} ${path.slice(0, 80)} ${shown(call)}`.trim(), row] as const;
  });

describeMountable(
  "errors: refused, and nothing changed (docs/api.md#errors)",
  (api) => {
    const refuses = async (_name: string, [method, path, call, refused]: Row) => {
      await api.import({ search: { actors: ["User;1"], groups: ["admins"] } });
      await expectRefused(api, refused, () => api.call(method, path, call));
    };
    test.each(named(code1))("code 1: %s", refuses);
    test.each(named(code2))("code 2: %s", refuses);
    test.each(named(code3))("code 3: %s", refuses);
    test.each(named([...code4, ...code4Elsewhere]))("code 4: %s", refuses);
    test.each(named(code5))("code 5: %s", refuses);
    test.each(named(code5InPaths))("code 5: %s", refuses);

    test("DELETE accepts any group, and ignores the percentage in the body", async () => {
      await api.import({ search: { percentage_of_actors: "5" } });
      const [group] = await api.gates.delete("search", "groups", { name: "unheard" });
      const [percentage] = await api.gates.delete("search", "percentage_of_actors", {
        percentage: "much",
      });
      expect([group.status, percentage.status]).toEqual([200, 200]);
    });
  },
  { groups: ["admins"] },
);
