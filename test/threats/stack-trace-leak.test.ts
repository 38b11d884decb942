import { expect, test } from "bun:test";
import { ErrorModel } from "../../src/flipper-api/errors/error-model.ts";
import { Trace } from "../../src/http/routing/trace.ts";
import { RequestCounters } from "../../src/metrics/request-counters.ts";
import { requestPipeline } from "../../src/server/request-pipeline.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { alteredStorage } from "../contract/altered-storage.ts";
import { modelled } from "../helpers/answer.ts";
import { loadConfig } from "../helpers/load-config.ts";
import { loggedLines } from "../log/logged-lines.ts";
import { startOperated } from "../server/operated.ts";

test("an internal error is answered with the request id only, and logged", async () => {
  const opened = await openSqliteStorage(":memory:");
  const cause = new Error("disk I/O error in /srv/secret/gatehouse.db");
  const storage = alteredStorage(opened.storage, {
    audits: () => Promise.reject(new Error("cannot read", { cause })),
  });
  const server = await startOperated({ opened: { ...opened, storage } });
  const [response, body, text] = await server.manager.audits.list();
  expect(response.status).toBe(500);
  const id = response.headers.get("x-request-id") ?? "";
  expect(modelled(ErrorModel, body).message).toBe(`Internal error, request ${id}`);
  expect(text).not.toMatch(/secret|disk|read|\.ts|at /);
  expect(server.hosted.faults.splice(0)).toHaveLength(1);
  await server.stop();
});

test.each([
  [
    "throws",
    () => {
      throw new Error("secret");
    },
  ],
  ["rejects", () => Promise.reject(new Error("secret"))],
] as const)(
  "an error that no handler caught is answered in the same way if the handler %s",
  async (_, fetch) => {
    const faults: unknown[] = [];
    const pipeline = requestPipeline({
      config: loadConfig([], {}),
      log: loggedLines().log,
      context: {
        docsUrl: "/swagger",
        onFault: (error) => void faults.push(error),
        trace: new Trace(),
      },
      nanoseconds: () => 0,
      exempt: [],
      refusalHeaders: () => ({}),
      requests: new RequestCounters(),
      fetch,
    });
    const response = await pipeline(new Request("http://x.example/"), { requestIP: () => null });
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(modelled(ErrorModel, JSON.parse(text)).code).toBe("internal");
    expect(text).not.toMatch(/secret|\.ts|at /);
    expect(faults).toEqual([new Error("secret")]);
  },
);
