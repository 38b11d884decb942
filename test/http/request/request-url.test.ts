import { describe, expect, test } from "bun:test";
import { Elysia } from "elysia";
import { rawPath, requestForElysia } from "../../../src/http/request/request-url.ts";

const app = new Elysia().get("/features", () => "routed");

describe("a request is routed with a host of any length, over http and https", () => {
  test.each([
    "http://x/features",
    "http://x:1/features?keys=/a",
    "https://x/features",
    "https://ab/features?x=1",
    "http://localhost:8080/features",
    "https://localhost:8080/features?keys=a/b",
    "https://toggles.example.com/features",
  ])("%s", async (url) => {
    const request = new Request(url);
    const answer = await app.fetch(requestForElysia(request, rawPath(request.url)));
    expect(await answer.text()).toBe("routed");
  });
});

test("a request that Elysia can route is returned unchanged, with its query", () => {
  const request = new Request("http://localhost/features?keys=a");
  expect(requestForElysia(request, "/features")).toBe(request);
  expect(requestForElysia(request, "/other").url).toBe("http://localhost/other?keys=a");
});
