import { expect, test } from "bun:test";
import { type Call, formType, jsonType, shown } from "../helpers/api-client.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { expectRefused } from "../helpers/expect-refused.ts";
import { featureObject } from "../helpers/feature-object.ts";

const jsonBody = '{"flipper_id":"User;1"}';
const formBody = "flipper_id=User%3B1";
const typed = (body: string, type: string): Call => ({ body, headers: { "content-type": type } });
// Bytes, because `fetch` adds a content type to a text.
const untyped = (body: string): Call => ({ body: new TextEncoder().encode(body) });

// Accepted bodies, each with the actor User;1.
const accepted: Call[] = [
  typed(jsonBody, "application/json"),
  typed(jsonBody, "application/json; charset=utf-8"),
  typed(jsonBody, 'application/json;charset="UTF-8"'),
  typed(jsonBody, "Application/JSON"),
  typed(jsonBody, "application/json; version=1"),
  typed(jsonBody, "application/vnd.api+json"),
  typed(` \n${jsonBody}\n`, "application/json"),
  typed('{"flipper_id":"User\\u003b1","unheard":[{}]}', "application/json"),
  typed(formBody, "application/x-www-form-urlencoded"),
  typed(formBody, "application/x-www-form-urlencoded; charset=UTF-8"),
  typed(formBody, "APPLICATION/X-WWW-FORM-URLENCODED"),
  typed("flipper_id=User;1", "application/x-www-form-urlencoded"),
  typed("&&other=1&flipper_id=User%3b1&", "application/x-www-form-urlencoded"),
  typed("flipper%5Fid=User%3B1", "application/x-www-form-urlencoded"),
  typed("flipper_id=User%3B1&flipper_id=User;1", "application/x-www-form-urlencoded"),
  untyped(jsonBody),
  untyped(` \n${jsonBody}`),
  untyped(formBody),
  { body: Bun.gzipSync(jsonBody), headers: { ...jsonType, "content-encoding": "gzip" } },
  { body: Bun.gzipSync(formBody), headers: { ...formType, "content-encoding": "GZIP" } },
  { body: Bun.gzipSync(jsonBody), headers: { "content-encoding": "gzip" } },
  { body: jsonBody, headers: { ...jsonType, "content-encoding": "identity" } },
];

const unsupported: Call[] = [
  typed(jsonBody, "text/plain"),
  typed(formBody, "text/plain;charset=UTF-8"),
  typed("<flipper_id>User;1</flipper_id>", "application/xml"),
  typed(
    '--x\r\nContent-Disposition: form-data; name="flipper_id"\r\n\r\nUser;1\r\n--x--\r\n',
    "multipart/form-data; boundary=x",
  ),
  typed(jsonBody, "application/json; charset=utf-16"),
  typed(formBody, "application/x-www-form-urlencoded; charset=iso-8859-1"),
  typed(jsonBody, "json"),
  typed(jsonBody, "*/*"),
];

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === "number" ? Buffer.from([part]) : Buffer.from(part))),
  );

const undecodable: Call[] = [
  typed("{", "application/json"),
  typed('{"flipper_id":"User;1"', "application/json"),
  typed("{'flipper_id':'User;1'}", "application/json"),
  typed('{"flipper_id":"User;1"} {}', "application/json"),
  typed('{"flipper_id":"User;1",}', "application/json"),
  typed(formBody, "application/json"),
  typed('["User;1"]', "application/json"),
  typed('"User;1"', "application/json"),
  typed("null", "application/json"),
  typed("1", "application/json"),
  typed('{"flipper_id":"\\ud800"}', "application/json"),
  typed(`{"flipper_id":"User;1","deep":${"[".repeat(600)}${"]".repeat(600)}}`, "application/json"),
  untyped("{flipper_id=User;1"),
  { body: bytes('{"flipper_id":"', 0xff, '"}'), headers: jsonType },
  { body: bytes('{"flipper_id":"', 0xc0, 0x80, '"}'), headers: jsonType },
  { body: bytes("flipper_id=", 0xff), headers: formType },
  typed("flipper_id=%zz", "application/x-www-form-urlencoded"),
  typed("flipper_id=%", "application/x-www-form-urlencoded"),
  typed("flipper_id=%ff", "application/x-www-form-urlencoded"),
  typed("flipper_id=%ED%A0%80", "application/x-www-form-urlencoded"),
  typed("flipper_id=User;1&other=%zz", "application/x-www-form-urlencoded"),
  typed("flipper_id=User;1&%zz", "application/x-www-form-urlencoded"),
  { body: jsonBody, headers: { ...jsonType, "content-encoding": "gzip" } },
  {
    body: Bun.gzipSync(jsonBody).subarray(0, -1),
    headers: { ...jsonType, "content-encoding": "gzip" },
  },
  {
    body: bytes("", ...Bun.gzipSync(jsonBody), "more"),
    headers: { ...jsonType, "content-encoding": "gzip" },
  },
  { body: jsonBody, headers: { ...jsonType, "content-encoding": "br" } },
  { body: Bun.gzipSync(jsonBody), headers: { ...jsonType, "content-encoding": "gzip, gzip" } },
];

/** The routes whose DELETE has no parameters, and what it answers. */
const withoutParameters: [path: string, status: number][] = [
  ["/features/search", 204],
  ["/features/search/clear", 204],
  ["/features/search/boolean", 200],
  ["/features/search/percentage_of_actors", 200],
  ["/features/search/percentage_of_time", 200],
];

const named = (calls: Call[]) =>
  calls.map((call) => {
    const header = JSON.stringify(call.headers ?? {});
    return [`${header} ${shown(call)}`, call] as const;
  });

describeMountable("body formats (docs/api.md#requests)", (api) => {
  test.each(named(accepted))("accepted on POST and DELETE: %s", async (_name, call) => {
    const [posted, body] = await api.call("POST", "/features/search/actors", call);
    expect(posted.status).toBe(200);
    expect(body).toEqual(featureObject("search", "conditional", { actors: ["User;1"] }));
    const [deleted, later] = await api.call("DELETE", "/features/search/actors", call);
    expect(deleted.status).toBe(200);
    expect(later).toEqual(featureObject("search", "off"));
  });

  test.each(named(unsupported))("415 on POST and DELETE: %s", async (_name, call) => {
    await api.import({ search: { actors: ["User;1", "User;2"] } });
    for (const method of ["POST", "DELETE"]) {
      await expectRefused(api, { status: 415, code: "media_type_unsupported" }, () =>
        api.call(method, "/features/search/actors", call),
      );
    }
  });

  test.each(named(undecodable))("code 8 on POST and DELETE: %s", async (_name, call) => {
    await api.import({ search: { actors: ["User;1", "User;2"] } });
    for (const method of ["POST", "DELETE"]) {
      await expectRefused(api, { status: 400, code: 8 }, () =>
        api.call(method, "/features/search/actors", call),
      );
    }
  });

  test.each([formType["content-type"], "text/plain", "application/json; charset=latin1"])(
    "an import must be JSON, not %s",
    async (type) => {
      await api.import({ search: { boolean: "true" } });
      const [, refusal] = await expectRefused(
        api,
        { status: 415, code: "media_type_unsupported" },
        () => api.call("POST", "/import", typed("features=", type)),
      );
      const message = `The body must be JSON, in UTF-8, not "${type}"`;
      expect(refusal).toMatchObject({ message, error: message });
    },
  );

  test.each(["text/plain", "application/json", "application/x-www-form-urlencoded"])(
    "an empty body of type %s has no parameters",
    async (type) => {
      for (const body of ["", " \r\n"]) {
        const [response, object] = await api.call(
          "POST",
          "/features/search/boolean",
          typed(body, type),
        );
        expect(response.status).toBe(200);
        expect(object).toEqual(featureObject("search", "on", { boolean: true }));
      }
    },
  );

  // In the last two rows DELETE reads from the query what the body lacks.
  const deleted: [query: string, call: Call, left: string[]][] = [
    ["", { body: formBody, headers: formType }, ["User;2"]],
    ["", { body: jsonBody, headers: jsonType }, ["User;2"]],
    ["flipper_id=User;2", { body: jsonBody, headers: jsonType }, ["User;2"]],
    ["flipper_id=User;2", {}, ["User;1"]],
    ["flipper_id=User%3B2", { body: "{}", headers: jsonType }, ["User;1"]],
  ];

  test.each(deleted)("DELETE ?%s with %j leaves %p", async (query, call, actors) => {
    await api.import({ search: { actors: ["User;1", "User;2"] } });
    const [response, body] = await api.call("DELETE", "/features/search/actors", {
      ...call,
      ...(query === "" ? {} : { query }),
    });
    expect(response.status).toBe(200);
    expect(body).toEqual(featureObject("search", "conditional", { actors }));
  });

  test.each(withoutParameters)("DELETE %s does not read its body", async (path, status) => {
    const large = typed("x".repeat(1024 * 1024 + 1), "application/json");
    for (const call of [...unsupported, ...undecodable, large]) {
      await api.import({
        search: { [path.endsWith("rs") ? "percentage_of_actors" : "percentage_of_time"]: "5" },
      });
      const [response] = await api.call("DELETE", path, call);
      expect([shown(call), response.status]).toEqual([shown(call), status]);
      expect((await api.features.list())[2]).not.toContain('"conditional"');
    }
    await expectRefused(api, { status: 400, code: 8 }, () => api.call("DELETE", `${path}?x=%zz`));
  });

  test("a JSON number is read as its digits", async () => {
    const [created] = await api.call("POST", "/features", {
      body: '{"name":12}',
      headers: jsonType,
    });
    expect(created.status).toBe(200);
    const [response, body] = await api.call("POST", "/features/12/actors", {
      body: '{"flipper_id":34}',
      headers: jsonType,
    });
    expect(response.status).toBe(200);
    expect(body).toEqual(featureObject("12", "conditional", { actors: ["34"] }));
  });

  test("an actor id is not trimmed or changed", async () => {
    const flipper_id = " \u200bUser;\u0000\n\u{1f389} ";
    const [, body] = await api.sending("json").gates.post("search", "actors", { flipper_id });
    expect(body).toEqual(featureObject("search", "conditional", { actors: [flipper_id] }));
  });
});
