import { expect, test } from "bun:test";
import { join } from "node:path";
import { requestRunningServer } from "../../../src/cli/administration/administration-client.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { startServer } from "./administration-targets.ts";
import { exportFrom, importInto } from "./on-admin-api.ts";

test("an export is sent while it is made, with what was stored when it was asked for", async () => {
  using directory = new TemporaryDirectory();
  const server = await startServer(directory.path);
  const keys = Array.from({ length: 500 }, (_, at) => `feature-${at}`);
  const gates = { boolean: "true", actors: ['a "quoted" \\ text', "line\n", "🎉"] };
  const features = Object.fromEntries(keys.map((key) => [key, gates]));
  const text = JSON.stringify({ features }).replace('"feature-7"', '"__proto__"');
  await importInto(directory.path, text);
  const path = "/admin/v1/environments/-/export";
  const response = await requestRunningServer(directory.path, path, {});
  // The length of a text that is made piece by piece is not known at its beginning.
  expect(response?.headers.get("content-length")).toBeNull();
  await importInto(directory.path, '{"features":{}}');
  const streamed = await response?.text();
  await importInto(directory.path, text);
  await server.stop();
  expect(streamed).toBe(await exportFrom(directory.path));
});

test("an export that breaks off is one of a server that stopped", async () => {
  using directory = new TemporaryDirectory();
  await (await startServer(directory.path)).stop();
  const head =
    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ngatehouse-admin-api: 1\r\ntransfer-encoding: chunked";
  const listener = Bun.listen({
    unix: join(directory.path, "gatehouse.sock"),
    socket: {
      data(socket) {
        socket.write(`${head}\r\n\r\n5\r\n{"fea\r\n`);
        socket.end();
      },
    },
  });
  try {
    await expect(exportFrom(directory.path)).rejects.toThrow(
      "the connection was closed in the middle of the answer",
    );
  } finally {
    listener.stop(true);
  }
});
