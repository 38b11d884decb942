import { expect, test } from "bun:test";
import { join } from "node:path";
import {
  callRunningServer,
  requestRunningServer,
} from "../../src/administration/administration-client.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { administerAt, startServer } from "./administration-targets.ts";

test("an export is sent while it is made, with what was stored when it was asked for", async () => {
  using directory = new TemporaryDirectory();
  const server = await startServer(directory.path);
  const keys = Array.from({ length: 500 }, (_, at) => `feature-${at}`);
  const gates = { boolean: "true", actors: ['a "quoted" \\ text', "line\n", "🎉"] };
  const features = Object.fromEntries(keys.map((key) => [key, gates]));
  const text = JSON.stringify({ features }).replace('"feature-7"', '"__proto__"');
  await callRunningServer(directory.path, "import", { text });
  const response = await requestRunningServer(directory.path, "/export", {
    method: "POST",
    body: "{}",
  });
  // The length of a text that is made piece by piece is not known at its beginning.
  expect(response?.headers.get("content-length")).toBeNull();
  await callRunningServer(directory.path, "import", { text: '{"features":{}}' });
  const streamed: unknown = await response?.json();
  await callRunningServer(directory.path, "import", { text });
  await server.stop();
  // Without a server, the export is made as a whole.
  expect(streamed).toEqual(await administerAt(directory.path)("export", {}));
  expect(streamed).toMatchObject({ features: 500 });
});

test("an export that breaks off is one of a server that stopped", async () => {
  using directory = new TemporaryDirectory();
  const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked";
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
    await expect(callRunningServer(directory.path, "export", {})).rejects.toThrow(
      "the running server stopped before it answered",
    );
  } finally {
    listener.stop(true);
  }
});
