import { expect, test } from "bun:test";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { fastapi, missingFor } from "./example-programs.ts";
import { ExampleServer } from "./example-server.ts";

const repository = join(import.meta.dir, "../..");

test.skipIf(missingFor(fastapi) !== undefined)(
  "an example has the results of the server, and answers without it",
  async () => {
    using data = new TemporaryDirectory();
    using server = await ExampleServer.start(join(data.path, "data"));
    using app = await server.run(fastapi);
    await server.expectFollowed(app);
    await server.stopUnder([[app, fastapi]]);
  },
  180_000,
);

test("the tests of the example with tests pass", async () => {
  // In the repository and without its package.json, so that the name of the package leads to the sources.
  const copy = join(repository, "build/example-bun-tests");
  await cp(join(repository, "examples/bun-tests"), copy, { recursive: true });
  await rm(join(copy, "package.json"));
  try {
    const argv = [process.execPath, "test", "--config=/dev/null", "./app.test.ts"];
    const { code, err } = await run({ name: "bun", argv }, [], {
      cwd: copy,
      variables: { HOME: copy },
    });
    expect(err).toContain(" 4 pass\n 0 fail");
    expect(code).toBe(0);
  } finally {
    await rm(copy, { recursive: true });
  }
});
