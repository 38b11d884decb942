import { expect, test } from "bun:test";
import { type Call, formType, jsonType, shown } from "../helpers/api-client.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { expectRefused } from "../helpers/expect-refused.ts";
import { featureObject } from "../helpers/feature-object.ts";

type Row = readonly [method: string, path: string, call?: Call];

const form = (body: string): Call => ({ body, headers: formType });
const json = (value: unknown): Call => ({ body: JSON.stringify(value), headers: jsonType });

// Lists, objects, conflicting parameters and escapes that cannot be decoded.
const refused: Row[] = [
  ["GET", "/features?keys[x]=search"],
  ["GET", "/features?keys[][]=search"],
  ["GET", "/features?keys[0]=search"],
  ["GET", "/features?keys%5Bx%5D=search"],
  ["GET", "/features?keys=search&keys[]=search"],
  ["GET", "/features?keys[]=search&keys=search"],
  ["GET", "/features?exclude_gates[]=true"],
  ["GET", "/features?exclude_gates=true&exclude_gates=false"],
  ["GET", "/features?exclude_gate_names[x]=true"],
  ["GET", "/features?keys=%zz"],
  ["GET", "/features?keys=a,%"],
  ["GET", "/features?keys=%ff"],
  ["GET", "/features?keys=%C0%80"],
  ["GET", "/features?_cb=%zz"],
  ["GET", "/features?%zz"],
  ["GET", "/features/search?exclude_gates[]=true"],
  ["GET", "/features/search?other=%zz"],
  ["GET", "/features/%zz"],
  ["GET", "/features/%"],
  ["GET", "/features/search%2"],
  ["GET", "/features/%ff"],
  ["GET", "/features/%E2%82"],
  ["GET", "/features/%C0%AF"],
  ["GET", "/features/%ED%A0%80"],
  ["GET", "/features/%u0041"],
  ["GET", "/%zz"],
  ["GET", "/actors/%zz"],
  ["GET", "/actors/%ff"],
  ["GET", "/actors/User;1?keys[]=search"],
  ["GET", "/actors/User;1?keys[x]=search"],
  ["GET", "/actors/User;1?keys=a&keys=b"],
  ["GET", "/actors/User;1?keys=%zz"],
  ["GET", "/actors/User;1?groups[]=a"],
  ["GET", "/actors/User;1?groups=a&groups=b"],
  ["GET", "/actors/User;1?groups=%ff"],
  ["GET", "/actors/User;1?properties={"],
  ["GET", "/actors/User;1?properties=[]"],
  ["GET", "/actors/User;1?properties=1"],
  ["GET", "/actors/User;1?properties=null"],
  ["GET", "/actors/User;1?properties="],
  ["GET", "/actors/User;1?properties[x]=1"],
  ["GET", "/actors/User;1?properties={}&properties={%22a%22:1}"],
  ["POST", "/features", form("name[]=made")],
  ["POST", "/features", form("name[x]=made")],
  ["POST", "/features", form("name=made&name=other")],
  ["POST", "/features", form("name=made&name[]=made")],
  ["POST", "/features", json({ name: ["made"] })],
  ["POST", "/features", json({ name: { made: true } })],
  ["POST", "/features?other=%zz", form("name=made")],
  ["POST", "/features/%zz/boolean"],
  ["POST", "/features/made/actors", form("flipper_id[]=User;1")],
  ["POST", "/features/made/actors", form("flipper_id[type]=User")],
  ["POST", "/features/made/actors", form("flipper_id=User;1&flipper_id=User;2")],
  ["POST", "/features/made/actors", json({ flipper_id: ["User;1"] })],
  ["POST", "/features/made/actors", json({ flipper_id: { id: 1 } })],
  ["POST", "/features/made/actors", json({ flipper_id: true })],
  ["POST", "/features/made/groups", form("name=admins&name=staff")],
  ["POST", "/features/made/groups?allow_unregistered_groups[]=true", form("name=x")],
  [
    "POST",
    "/features/made/groups?allow_unregistered_groups=true&allow_unregistered_groups=no",
    form("name=x"),
  ],
  ["POST", "/features/made/percentage_of_actors", form("percentage=5&percentage=6")],
  ["POST", "/features/made/percentage_of_actors", form("percentage=5&percentage[]=5")],
  ["POST", "/features/made/percentage_of_time", form("percentage[]=5&percentage=5")],
  ["DELETE", "/features/search/actors", form("flipper_id=User;1&flipper_id=User;2")],
  ["DELETE", "/features/search/actors?flipper_id=User;1&flipper_id=User;2"],
  ["DELETE", "/features/search/actors?flipper_id[]=User;1"],
  ["DELETE", "/features/search?other=%zz"],
  ["DELETE", "/features/%zz"],
  ["DELETE", "/features/%ff/clear"],
];

const named = refused.map((row) => {
  const [method, path, call = {}] = row;
  return [`${method} ${path} ${shown(call)}`.trim(), row] as const;
});

describeMountable(
  "code 8: shapes and escapes (docs/api.md#requests)",
  (api) => {
    test.each(named)("%s", async (_name, [method, path, call]) => {
      await api.import({ search: { actors: ["User;1", "User;2"] } });
      await expectRefused(api, { status: 400, code: 8 }, () => api.call(method, path, call));
    });

    test.each(["", "x", "{"])("the error names the parameter properties: %j", async (sent) => {
      const [, body] = await expectRefused(api, { status: 400, code: 8 }, () =>
        api.call("GET", `/actors/User;1?properties=${sent}`),
      );
      expect(body).toMatchObject({
        message: "Request invalid: the parameter properties is not valid JSON",
      });
    });

    test("a field repeated with the same value counts once", async () => {
      const [response, body] = await api.call(
        "POST",
        "/features/search/percentage_of_time",
        form("percentage=5&percentage=5"),
      );
      expect(response.status).toBe(200);
      expect(body).toEqual(featureObject("search", "conditional", { percentage_of_time: 5 }));
    });

    test("1,000 parameters are accepted, and no more", async () => {
      const others = Array.from({ length: 999 }, (_, index) => `other${index}=1`).join("&");
      const [response] = await api.call("POST", "/features", form(`${others}&name=search`));
      expect(response.status).toBe(200);
      await expectRefused(api, { status: 400, code: 8 }, () =>
        api.call("POST", "/features", form(`${others}&more=1&name=made`)),
      );
    });
  },
  { groups: ["admins", "staff"] },
);
