import { expect, test } from "bun:test";
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
});
