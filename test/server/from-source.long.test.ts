import { expect, test } from "bun:test";
import { fromSource, ServerProcess } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

test("a server runs from the sources: other tests start the built program", async () => {
  using directory = new TemporaryDirectory();
  using server = await ServerProcess.start(fromSource, directory.path);
  expect((await server.send("/features")).status).toBe(200);
  const page = await fetch(`${server.url}/flipper/`);
  expect([page.status, page.headers.get("content-type")]).toEqual([
    200,
    expect.stringContaining("text/html"),
  ]);
  server.signal("SIGTERM");
  expect(await server.ended()).toMatchObject({ code: 0 });
});
