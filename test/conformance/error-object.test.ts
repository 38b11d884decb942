import { expect, test } from "bun:test";
import { jsonType } from "../helpers/api-client.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";

/** Refusals with a number, with a word, and without a route. */
const refusals: [method: string, path: string, code: number | string][] = [
  ["GET", "/features/unknown", 1],
  ["POST", "/features", 5],
  ["PUT", "/features", "method_not_allowed"],
  ["GET", "/nothing", "route_not_found"],
  ["GET", "/features/%zz", 8],
];

describeMountable("error object (docs/api.md#errors)", (api) => {
  test.each(refusals)("%s %s: code, message and more_info, in that order", async (...row) => {
    const [method, path, code] = row;
    const [response, body] = await api.call(method, path);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(body).toEqual({
      code,
      message: expect.stringMatching(/./),
      more_info: expect.stringMatching(/\/swagger$/),
    });
    expect(Object.keys(body ?? {})).toEqual(["code", "message", "more_info"]);
  });

  // Clients print messages on terminals, which obey such characters.
  test("control and format characters of a client's text are escaped in messages", async () => {
    const name = "a\u202e\u009b31m\u001b[31m\u200f\ufeff\u2028";
    const [response, body, text] = await api.import({ [name]: {} });
    expect(response.status).toBe(422);
    const escaped = "a\\u202e\\u009b31m\\u001b[31m\\u200f\\ufeff\\u2028";
    expect(body).toMatchObject({ code: 6, message: expect.stringContaining(escaped) });
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
    const conflict = "name=a&x%E2%80%AE=1&flipper_id=1&flipper_id=2";
    const [refused, , words] = await api.call("POST", "/features/a/actors", {
      body: JSON.stringify({ flipper_id: "1" }),
      headers: { ...jsonType, "content-encoding": "\u009b31m" },
      query: conflict,
    });
    expect(refused.status).toBe(400);
    expect(words).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});
