import { expect, test } from "bun:test";
import { join } from "node:path";
import { fromSource, run } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const [command = "", ...rest] = fromSource.argv;
const nameServer = join(import.meta.dir, "../helpers/name-server.ts");
const program = { ...fromSource, argv: [command, "--preload", nameServer, ...rest] };

const failed =
  "but the lookup of its address failed; try again later, or give an IP address of this machine (see gatehouse serve --help)";
const unknown =
  "which has no address; give an IP address of this machine (see gatehouse serve --help)";

test.each([
  ["--host", "failing.example", failed],
  ["--host", "refused.example", failed],
  ["--host", "unknown.example", unknown],
  ["--host", "my_server", unknown],
  ["--metrics-address", "failing.example:0", failed],
  ["--metrics-address", "unknown.example:0", unknown],
])("a server with %s %s does not start: the message says why", async (flag, value, reason) => {
  using directory = new TemporaryDirectory();
  const args = ["serve", "--port", "0", "--data", directory.path, flag, value];
  const ended = await run(program, args, { cwd: directory.path });
  const host = value.replace(":0", "");
  expect(ended).toEqual({
    code: 2,
    out: "",
    err: `gatehouse: ${flag} names the host "${host}", ${reason}\n`,
  });
});
