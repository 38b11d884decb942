import { afterAll, beforeAll, expect, test } from "bun:test";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { type Deployment, deployMountable } from "../../helpers/deploy.ts";

const base = "http://localhost/flipper/api";
const names = Array.from({ length: 30 }, (_, index) => `feature-${index}`);

let deployment: Deployment;
let before: readonly string[] = [];

/** Every kind of read, also with headers that change the answer. */
const reads: readonly (readonly [path: string, headers: Record<string, string>])[] = [
  ["/features", {}],
  ["/features", { "accept-encoding": "gzip" }],
  ["/features", { "if-none-match": "*" }],
  ["/features?exclude_gates=true", {}],
  ["/features?keys=feature-1,feature-2", {}],
  ["/features/feature-7", {}],
  ["/actors/User;1", {}],
  ["/actors/User;1?keys=feature-7", {}],
];

async function readAll(): Promise<readonly string[]> {
  const answers = reads.map(async ([path, headers]) => {
    const response = await deployment.api.fetch(new Request(base + path, { headers }));
    const bytes = Buffer.from(await response.arrayBuffer()).toString("base64");
    return JSON.stringify([response.status, [...response.headers], bytes]);
  });
  return Promise.all(answers);
}

async function post(path: string, name: string): Promise<number> {
  const body = new URLSearchParams({ name });
  const response = await deployment.api.fetch(new Request(base + path, { method: "POST", body }));
  return response.status;
}

beforeAll(async () => {
  const opened = await openSqliteStorage(":memory:");
  deployment = deployMountable({
    opened,
    mountPath: "/flipper/api",
    groups: new Set(),
    checkInputs: {
      isInGroup: () => false,
      now: () => 1_000,
      random: () => 0.5,
      crc32: Bun.hash.crc32,
    },
    credentials: undefined,
    docsUrl: "/docs",
    pollIntervalSeconds: undefined,
    onFault: () => undefined,
  });
  await deployment.ready;
  for (const name of names) {
    expect(await post("/features", name)).toBe(200);
    expect(await post(`/features/${name}/boolean`, "")).toBe(200);
  }
  before = await readAll();
  // From now on every SQL statement fails, as the writes below show.
  await opened.storage.close();
});

afterAll(() => deployment.writer.close());

test("reads have the same answers after the storage is closed, also after a failed write", async () => {
  expect(before).toHaveLength(reads.length);
  expect(before[0]).toContain("200");
  expect(await readAll()).toEqual([...before]);
  expect(await post("/features", "new")).toBe(503);
  expect(await post("/features/feature-7/boolean", "")).toBe(200);
  expect(await readAll()).toEqual([...before]);
});

test("a write that changes nothing does not use the storage", async () => {
  expect(await post("/features", "feature-7")).toBe(200);
  expect(await post("/features/feature-8/percentage_of_time", "")).toBe(422);
  const clear = new Request(`${base}/features/unknown/clear`, { method: "DELETE" });
  expect((await deployment.api.fetch(clear)).status).toBe(204);
});
