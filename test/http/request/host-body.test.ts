import { expect, test } from "bun:test";
import { withHostBody } from "../../../src/http/request/host-body.ts";

const url = "http://localhost/features?a=1";
const formType = "application/x-www-form-urlencoded";
const bytes = new TextEncoder().encode("name=a");

/** What a host's parser made of a body, the type it came with, and what the API then reads. */
const rows: [name: string, parsed: unknown, type: string, body: string, typeAfter: string][] = [
  ["an object of JSON", { name: "a" }, "application/json", '{"name":"a"}', "application/json"],
  ["an object of a form", { name: "a" }, formType, '{"name":"a"}', "application/json"],
  ["JSON that is no object", [1], "application/json", "[1]", "application/json"],
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

test.each(rows)("%s is put back", async (_name, parsed, type, body, typeAfter) => {
  const headers = { "content-type": type, "content-encoding": "gzip", "x-other": "kept" };
  const request = new Request(url, { method: "POST", body: "read", headers });
  await request.text();
  const whole = withHostBody(request, parsed);
  expect([whole.url, whole.method, await whole.text()]).toEqual([url, "POST", body]);
  expect(whole.headers.get("content-type")).toBe(typeAfter);
  expect(whole.headers.get("content-encoding")).toBeNull();
  expect(whole.headers.get("x-other")).toBe("kept");
});

test("a body that nobody read is left alone, and so is one that nobody kept", async () => {
  const unread = new Request(url, { method: "POST", body: "name=a" });
  expect(withHostBody(unread, { name: "b" })).toBe(unread);
  await unread.text();
  expect(withHostBody(unread, undefined)).toBe(unread);
  const bare = new Request(url);
  expect(withHostBody(bare, undefined)).toBe(bare);
});
