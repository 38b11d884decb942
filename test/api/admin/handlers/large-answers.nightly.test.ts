import { expect, test } from "bun:test";
import { startTelemetry } from "../../../../src/telemetry/telemetry.ts";
import { countTurns } from "../../../helpers/count-turns.ts";
import { startHosted } from "../../../helpers/hosted-server.ts";
import { workerUrl } from "../../../helpers/worker-entries.ts";
import { spawnOnSameThread } from "../../../telemetry/same-thread-worker.ts";
import { startUi, type UiPage, type UiServer } from "../web-ui-server.ts";

const features = "/environments/:environment/features" as const;
const undo = "POST /environments/:environment/audits/:audit/undo-preview" as const;
const production = { environment: 1 };
const search = { environment: 1, key: "search" };
const condition = { Any: new Array(200).fill({ Equal: [{ Property: ["plan"] }, "pro"] }) };

async function importInto({ hosted }: UiServer, document: Record<string, unknown>) {
  const body = JSON.stringify({ version: 1, features: document });
  const [response] = await hosted.manager.call("POST", "/import", {
    body,
    headers: { "content-type": "application/json" },
  });
  expect(response.status).toBe(204);
}

function numbered(count: number, gates: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`feature-${String(at).padStart(4, "0")}`, gates]),
  );
}

async function newestAudit(page: UiPage): Promise<number> {
  const { audits } = await page.answer("GET /environments/:environment/audits", {
    params: production,
  });
  return audits[0]?.id ?? 0;
}

function inGzip(server: UiServer, page: UiPage, path: string): Promise<Response> {
  return server.send(`/admin/v1${path}`, {
    headers: { cookie: page.cookie, "accept-encoding": "gzip" },
  });
}

async function unzipped(answer: Response): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(Bun.gunzipSync(await answer.arrayBuffer())));
}

test("the preview of an undo counts all actors, however many there are", async () => {
  await using server = await startUi();
  const page = await server.page("member");
  await page.answer(`POST ${features}`, { params: production, body: { key: "search" } });
  const add = Array.from({ length: 5_000 }, (_, at) => `User;${String(at).padStart(5, "0")}`);
  await page.answer(`PATCH ${features}/:key/actors`, { params: search, body: { add } });
  const params = { environment: 1, audit: await newestAudit(page) };
  const preview = await page.answer(undo, { params, body: { to: "before" } });
  expect(preview).toMatchObject({
    featureCount: 1,
    differences: [
      {
        key: "search",
        changes: [{ action: "disable_actor", value: "User;00000", before: null, count: 5_000 }],
      },
    ],
  });
  // Nothing is undone yet.
  expect((await page.answer(`GET ${features}/:key`, { params: search })).gates.actorCount).toBe(
    5_000,
  );
});

test("a comparison counts all features, and lists the first thousand", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  await importInto(server, numbered(1_200, {}));
  const { environment } = await page.answer("POST /environments", { body: { name: "Staging" } });
  await page.answer(`PUT ${features}/:key/boolean`, {
    params: { environment: environment.id, key: "feature-1100" },
    body: { enabled: true },
  });
  const compared = await page.answer("GET /compare", { query: { a: 1, b: environment.id } });
  expect(compared).toMatchObject({ featureCount: 1_200, differentCount: 1 });
  expect(compared.features).toHaveLength(1_000);
  expect(compared.features[0]).toMatchObject({ key: "feature-1100", isDifferent: true });
});

test("answers are compressed unless they are small, and are the same as without", async () => {
  await using server = await startUi();
  const page = await server.page("viewer");
  await importInto(server, numbered(100, { percentage_of_actors: "25", expression: condition }));
  const paths = ["/compare?a=1&b=1", "/environments/1/audits", "/environments/1/export"];
  for (const path of [...paths, "/environments/1/features/feature-0001"]) {
    const answer = await inGzip(server, page, path);
    expect([path, answer.status, answer.headers.get("content-encoding")]).toEqual([
      path,
      200,
      "gzip",
    ]);
    expect(answer.headers.get("vary")).toBe("accept-encoding");
    const plain = await page.send("GET", path);
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(plain.headers.get("vary")).toBe("accept-encoding");
    expect(await unzipped(answer)).toEqual(await plain.json());
  }
  const small = await inGzip(server, page, "/people");
  expect(small.headers.get("content-encoding")).toBeNull();
  expect(small.headers.get("cache-control")).toBe("no-store");
});

test("an export is made as it is read, and other requests have turns meanwhile", async () => {
  await using server = await startUi();
  const page = await server.page("member");
  await importInto(server, numbered(2_000, { expression: condition }));
  const answer = await page.call("GET /environments/:environment/export", { params: production });
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="production.json"');
  // What changes while it is read is not in it.
  await page.answer(`DELETE ${features}/:key`, {
    params: { environment: 1, key: "feature-0000" },
    body: { typed: "feature-0000" },
  });
  const { result: text, turns } = await countTurns(() => answer.text());
  expect(turns).toBeGreaterThan(100);
  const exported: { readonly features: Record<string, unknown> } = JSON.parse(text);
  expect(Object.keys(exported.features)).toHaveLength(2_000);
  expect(exported.features["feature-0000"]).toMatchObject({ boolean: null, expression: condition });
});

test("of one person twenty previews wait, more are refused, and others are admitted", async () => {
  await using server = await startUi();
  const page = await server.page("viewer");
  const other = await server.page("viewer");
  await importInto(server, numbered(300, { expression: condition }));
  const params = { environment: 1, audit: await newestAudit(page) };
  const ask = (by: UiPage) => by.call(undo, { params, body: { to: "before" } });
  const waiting = Array.from({ length: 25 }, () => ask(page));
  const [answers, ofOther] = await Promise.all([Promise.all(waiting), ask(other)]);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refused.length).toBe(21);
  expect(ofOther.status).toBe(200);
  for (const each of refused) {
    expect([each.status, each.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await each.json()).toMatchObject({ code: "unavailable", retry_after: 5 });
  }
  expect((await ask(page)).status).toBe(200);
});

test("of one person twenty lists of counts wait, more are refused, and others are admitted", async () => {
  const hosted = await startHosted();
  const telemetry = await startTelemetry({
    workerUrl,
    directory: ":memory:",
    spawn: spawnOnSameThread,
    state: hosted.deployment.writer.state,
    now: Date.now,
    onFault: (error) => void hosted.faults.push(error),
  });
  await using server = await startUi({ hosted, telemetry });
  const page = await server.page("viewer");
  const other = await server.page("viewer");
  await importInto(server, numbered(10, {}));
  const ask = (by: UiPage, name: "activity" | "telemetry") =>
    by.call(`GET /environments/:environment/${name}`, { params: production, query: { days: 7 } });
  const waiting = Array.from({ length: 25 }, (_, at) =>
    ask(page, at % 2 === 0 ? "activity" : "telemetry"),
  );
  const [answers, ofOther] = await Promise.all([Promise.all(waiting), ask(other, "activity")]);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(4);
  expect(ofOther.status).toBe(200);
  for (const each of refused) {
    expect([each.status, each.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await each.json()).toMatchObject({ code: "unavailable", retry_after: 5 });
  }
  expect((await ask(page, "telemetry")).status).toBe(200);
  await telemetry.close();
});

test("a question about expressions gives other requests turns", async () => {
  await using server = await startUi();
  const page = await server.page("viewer");
  const nested = (at: number) => ({
    Any: Array.from({ length: 200 }, (_, more) => ({ FeatureEnabled: [`n-${(at + more) % 100}`] })),
  });
  const document = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`n-${at}`, { expression: nested(at) }]),
  );
  await importInto(server, document);
  const { result, turns } = await countTurns(() =>
    page.answer("POST /environments/:environment/explain", {
      params: { environment: 1 },
      body: { keys: ["n-1"], actors: ["User;1"] },
    }),
  );
  expect(turns).toBeGreaterThan(100);
  expect(result.features).toMatchObject([{ known: true, enabled: false }]);
});
