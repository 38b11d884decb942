import { expect, test } from "bun:test";
import { Elysia } from "elysia";
import { type DocsOptions, docsController } from "../../../src/http/openapi/docs-controller.ts";
import { documentedOperation } from "../../../src/http/openapi/documented-operation.ts";

const head = {
  title: "T",
  description: "D",
  license: {},
  tags: { Used: "used", Unused: "unused" },
  components: {
    headers: { A: { $ref: "#/components/headers/B" }, B: {}, C: {} },
    responses: { seen: { headers: { A: { $ref: "#/components/headers/A" } } }, unseen: {} },
  },
};

/** Returns an API of one operation at a path below a prefix. */
function apiAt(prefix: string, path: string) {
  const detail = documentedOperation(
    { id: "readIt", tag: "Used", summary: "s", description: "d", answers: [] },
    { 404: { $ref: "#/components/responses/seen" } },
  );
  const app = new Elysia({ prefix }).get(path, () => "", { detail }).get("/hidden", () => "");
  return { prefix, app };
}

async function answer(options: Partial<DocsOptions>, path = "/base/swagger/json") {
  const app = new Elysia({ prefix: "/base" }).use(
    docsController({
      path: "/swagger",
      prefix: "/base",
      version: "1",
      head,
      apis: () => [apiAt("/base/api", "/things/:id"), apiAt("/base", "/state")],
      ...options,
    }),
  );
  return app.handle(new Request(`http://localhost${path}`));
}

test("the document has the servers of a base path, or of the public URL", async () => {
  expect(await (await answer({})).json()).toMatchObject({
    servers: [{ url: "/base/api" }],
    paths: { "/things/{id}": { get: {} }, "/state": { servers: [{ url: "/base" }] } },
  });
  expect(await (await answer({ publicUrl: "https://a.example/b" })).json()).toMatchObject({
    servers: [{ url: "https://a.example/b/api" }],
    paths: { "/state": { servers: [{ url: "https://a.example/b" }] } },
  });
});

test("it has only the routes with documentation, and the tags and components that they use", async () => {
  const document: unknown = await (await answer({})).json();
  expect(document).toMatchObject({ tags: [{ name: "Used", description: "used" }] });
  expect(document).toHaveProperty("components", {
    headers: { A: { $ref: "#/components/headers/B" }, B: {} },
    responses: { seen: head.components.responses.seen },
    schemas: {},
  });
  expect(JSON.stringify(document)).not.toContain("hidden");
});

test("two APIs with one path are a fault", async () => {
  const apis = () => [apiAt("/base/a", "/x"), apiAt("/base/b", "/x")];
  expect((await answer({ apis })).status).toBe(500);
});

test.each(["?v=%zz", "?v=a&v=b", "?v[]=a", "?%", "?v"])(
  "a file is answered with the query %s, and not kept",
  async (query) => {
    const response = await answer({}, `/base/swagger/page.js${query}`);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  },
);
