import { expect, test } from "bun:test";
import { streamUriOf } from "../api/ofrep/ofrep-schema.ts";
import { flagsPath } from "../api/ofrep/ofrep-targets.ts";
import { ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { dataOf, EventReader } from "../helpers/event-reader.ts";

const token = "a-token-for-the-streams";

const started = (data: string) =>
  ServerProcess.start(testedProgram, data, {
    mode: "hosted",
    variables: { GATEHOUSE_TOKEN: token },
  });

function ask(server: ServerProcess, method: string, path: string, body?: string) {
  return fetch(server.url + path, {
    method,
    headers: { "flipper-cloud-token": token, "x-api-key": token },
    ...(body === undefined ? {} : { body }),
  });
}

test("SIGTERM ends the streams cleanly and at once, and stores the counts of evaluations", async () => {
  using directory = new TemporaryDirectory();
  const server = await started(directory.path);
  await ask(server, "POST", "/adapter/features/search/boolean");
  const evaluated = await ask(server, "POST", `/ofrep${flagsPath}`, "{}");
  const ticket = await fetch(server.url + streamUriOf(await evaluated.json()));
  const streams = [
    new EventReader(await ask(server, "GET", "/adapter/stream")),
    new EventReader(ticket),
  ];
  for (const stream of streams) {
    await stream.next();
    await stream.next();
  }
  // The stream of OFREP also begins with the change from before.
  expect(dataOf(await streams[1]?.next())).toBeObject();
  await ask(server, "POST", "/adapter/features/other/boolean");
  for (const stream of streams) {
    expect(dataOf(await stream.next())).toBeObject();
  }
  for (const user of ["1", "2", "3"]) {
    const body = JSON.stringify({ context: { targetingKey: user } });
    expect((await ask(server, "POST", `/ofrep${flagsPath}/search`, body)).status).toBe(200);
  }
  server.signal("SIGTERM");
  for (const stream of streams) {
    expect(await stream.next()).toBeUndefined();
  }
  const { code, err } = await server.ended();
  expect([code, err.match(/ (error|warn) .*/g)]).toEqual([0, null]);
  using again = await started(directory.path);
  const summary = await ask(again, "GET", "/adapter/telemetry/summary?keys=search");
  expect(await summary.json()).toMatchObject({
    features: [{ key: "search", summary: { total: 4, enabled: 4, disabled: 0 } }],
  });
});
