import { afterAll, expect, test } from "bun:test";
import { startHosted } from "../helpers/hosted-server.ts";

const server = await startHosted({ hasTelemetry: true });
afterAll(() => server.stop());
const { api, ofrep } = server.deployment;

const routes = [api, ofrep].flatMap(({ app, fetch }) =>
  app.routes.map(({ method, path }) => ({ method, path, fetch })),
);

test("there are routes", () => {
  expect(routes.length).toBeGreaterThan(30);
});

/** Each part of the request is invalid too: the caller is checked before all of them. */
test.each(routes)("$method $path refuses a request without a token first", async (route) => {
  const { method, path, fetch } = route;
  const url = `http://localhost${path.replaceAll(/:\w+/g, "x".repeat(2_000))}`;
  const body = method === "GET" ? {} : { body: "{", headers: { "content-type": "text/plain" } };
  for (const search of ["", "?page=x"]) {
    const answer = await fetch(new Request(url + search, { method, ...body }));
    expect([method, path, search, answer.status]).toEqual([method, path, search, 401]);
  }
});
