import { describe, expect, test } from "bun:test";
import { Elysia } from "elysia";
import { rawPath, routable } from "../../../src/http/request/request-url.ts";

const app = new Elysia().get("/features", () => "routed");

describe("requests to hosts of any length are routed, over http and https", () => {
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
    const answer = await app.fetch(routable(request, rawPath(request.url)));
    expect(await answer.text()).toBe("routed");
  });
});

test("a request that can be routed as it stands stays itself, query and all", () => {
  const request = new Request("http://localhost/features?keys=a");
  expect(routable(request, "/features")).toBe(request);
  expect(routable(request, "/other").url).toBe("http://localhost/other?keys=a");
});
