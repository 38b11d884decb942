import { expect, test } from "bun:test";
import { startUi } from "./web-ui-server.ts";

const paths: readonly (readonly [path: string, status: number])[] = [
  ["/admin/v1/session", 200],
  ["/admin/v1/environments/-/features", 200],
  ["/admin/v1/environments/-/features/missing", 404],
  ["/admin/v1/environments/-/events", 200],
  ["/admin/v1/missing", 404],
  ["/admin/v1/%E0%A4%A", 400],
];

test("every answer of the Admin API says that it is one, and no other does", async () => {
  await using server = await startUi();
  const { cookie } = await server.page("owner");
  for (const [path, status] of paths) {
    const answer = await server.send(path, { headers: { cookie } });
    const header = answer.headers.get("gatehouse-admin-api");
    expect([path, answer.status, header]).toEqual([path, status, "1"]);
    await answer.body?.cancel();
  }
  const strange = await server.send("/admin/v1/session", { method: "DELETE" });
  expect([strange.ok, strange.headers.get("gatehouse-admin-api")]).toEqual([false, "1"]);
  const page = await server.send("/");
  expect([page.ok, page.headers.get("gatehouse-admin-api")]).toEqual([true, null]);
});
