import { expect, test } from "bun:test";
import { ErrorModel } from "../../src/api/common/errors/error-model.ts";
import { RequestTrace } from "../../src/http/routing/request-trace.ts";
import { RequestCounters } from "../../src/server/metrics/request-counters.ts";
import { requestPipeline } from "../../src/server/request-pipeline.ts";
import { createSiteRouter } from "../../src/server/site-router.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { alteredStorage } from "../contract/altered-storage.ts";
import { loadConfig } from "../helpers/load-config.ts";
import { modelled } from "../helpers/modelled.ts";
import { loggedLines } from "../http/log/logged-lines.ts";
import { startPipelineServer } from "../server/pipeline-server.ts";

test("an internal error is answered with the request id only, and logged", async () => {
  const opened = await openSqliteStorage(":memory:");
  const cause = new Error("disk I/O error in /srv/secret/gatehouse.db");
  const storage = alteredStorage(opened.storage, {
    reads: { audits: () => Promise.reject(new Error("cannot read", { cause })) },
  });
  const server = await startPipelineServer({ opened: { ...opened, storage } });
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
    const context = {
      docsUrl: "/swagger",
      onFault: (error: unknown) => void faults.push(error),
      trace: new RequestTrace(),
    };
    const site = createSiteRouter({ context, apis: [], basePath: "", version: "0" });
    const pipeline = requestPipeline({
      config: loadConfig([], {}),
      log: loggedLines().log,
      context,
      nanoseconds: () => 0,
      prefixes: [],
      healthPaths: new Set(),
      requests: new RequestCounters(),
      fetch,
      refuse: site.refuse,
    });
    const response = await pipeline(new Request("http://x.example/"), { requestIP: () => null });
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(modelled(ErrorModel, JSON.parse(text)).code).toBe("internal");
    expect(text).not.toMatch(/secret|\.ts|at /);
    expect(faults).toEqual([new Error("secret")]);
  },
);
