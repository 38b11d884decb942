import { expect, test } from "bun:test";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { startServer } from "./administration/administration-targets.ts";
import { runShell } from "./daily-shells.ts";
import { words } from "./in-memory-shell.ts";

const message = "the running server does not know this command; is it an older one?";

/** What the socket of version 0.2.0 answers to a path that it does not know. */
function serveOlderSocket(directory: string) {
  return Bun.serve({
    unix: join(directory, "gatehouse.sock"),
    fetch: () => Response.json({ message }, { status: 404 }),
  });
}

test.each([
  "feature list",
  "feature enable search",
  "feature delete search --yes",
  "audit list",
  "export",
  "status",
  "group add staff",
  "token list",
  "replica list",
  "telemetry summary",
])("%s repeats what an older server that runs on the data says", async (line) => {
  using directory = new TemporaryDirectory();
  await (await startServer(directory.path)).stop();
  const older = serveOlderSocket(directory.path);
  try {
    const ran = await runShell(words(`${line} --data ${directory.path}`), {});
    expect(ran).toEqual({ code: 1, out: "", err: `gatehouse: ${message}\n` });
  } finally {
    await older.stop(true);
  }
});
