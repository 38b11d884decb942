import { expect, test } from "bun:test";
import { restoreParsedBody } from "../../../src/http/request/restore-parsed-body.ts";

const url = "http://localhost/features?a=1";
const formType = "application/x-www-form-urlencoded";
const bytes = new TextEncoder().encode("name=a");

/** The value that a host's parser returned, the type of the body, and what the API then reads. */
const rows: [name: string, parsed: unknown, type: string, body: string, typeAfter: string][] = [
  ["an object of JSON", { name: "a" }, "application/json", '{"name":"a"}', "application/json"],
  ["an object of a form", { name: "a" }, formType, '{"name":"a"}', "application/json"],
  ["JSON that is not an object", [1], "application/json", "[1]", "application/json"],
  ["JSON null", null, "Application/JSON", "null", "application/json"],
  ["a text", "name=a", formType, "name=a", formType],
  ["bytes", bytes, formType, "name=a", formType],
  ["a buffer", bytes.buffer, formType, "name=a", formType],
  [
    "parts of a form",
    { name: "a" },
    "multipart/form-data; boundary=x",
    '{"name":"a"}',
    "multipart/form-data; boundary=x",
  ],
];

test.each(rows)("%s is restored", async (_name, parsed, type, body, typeAfter) => {
  const headers = { "content-type": type, "content-encoding": "gzip", "x-other": "kept" };
  const request = new Request(url, { method: "POST", body: "read", headers });
  await request.text();
  const restored = restoreParsedBody(request, parsed);
  expect([restored.url, restored.method, await restored.text()]).toEqual([url, "POST", body]);
  expect(restored.headers.get("content-type")).toBe(typeAfter);
  expect(restored.headers.get("content-encoding")).toBeNull();
  expect(restored.headers.get("x-other")).toBe("kept");
});

test("a request is unchanged if its body is unread, or without a parsed value", async () => {
  const unread = new Request(url, { method: "POST", body: "name=a" });
  expect(restoreParsedBody(unread, { name: "b" })).toBe(unread);
  await unread.text();
  expect(restoreParsedBody(unread, undefined)).toBe(unread);
  const withoutBody = new Request(url);
  expect(restoreParsedBody(withoutBody, undefined)).toBe(withoutBody);
});
