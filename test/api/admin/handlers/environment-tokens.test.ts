import { expect, test } from "bun:test";
import { everything } from "../../../helpers/expect-refused.ts";
import { created } from "../../../helpers/hosted-client.ts";
import { type AdminCall, startHostedSite } from "../admin-sites.ts";

type Call = readonly [method: string, path: string, body?: unknown];

const reads: readonly Call[] = [
  ["POST", "E/explain", { keys: ["search"] }],
  ["GET", "E/audits"],
  ["GET", "E/audits?after=0&limit=250"],
  ["GET", "E/steps"],
  ["GET", "E/steps/1"],
  ["POST", "E/audits/2/undo-preview", { to: "before" }],
  ["GET", "E/telemetry?days=7"],
  ["GET", "E/activity?days=7"],
  ["GET", "E/evaluations?days=7"],
  ["GET", "E/features/search/evaluations?days=7"],
  ["GET", "E/unknown-keys"],
  ["POST", "E/bulk/preview", { keys: ["search"], change: { clear: true } }],
  ["GET", "/status"],
];
const writes: readonly Call[] = [
  ["POST", "E/rollback", { key: "search", to: 1, preview: true }],
  ["POST", "E/rollback", { key: "search", to: 1, typed: "search" }],
  ["DELETE", "E/unknown-keys?key=serach"],
  ["POST", "E/bulk", { keys: ["search"], change: { clear: true } }],
];

async function outcome(call: AdminCall, asked: Call): Promise<unknown> {
  const { status, body } = await call(...asked);
  return status === 200 ? 200 : (body as { readonly code: string }).code;
}

test("the token of an environment does what its access allows, there only", async () => {
  const { hosted, call, callAs, api, stop } = await startHostedSite({ hasTelemetry: true });
  await api.features.create("search");
  await api.gates.post("search", "boolean");
  const { token } = created(await hosted.manager.environments.create("Preview"));
  const evaluator = callAs(await hosted.newToken({ access: "evaluate" }));
  const reader = callAs(await hosted.newToken({ access: "read_only" }));
  const before = await everything(api);
  for (const asked of [...reads, ...writes]) {
    expect([asked, await outcome(evaluator, asked)]).toEqual([asked, "token_evaluate_only"]);
    expect([asked, await outcome(callAs("unknown"), asked)]).toEqual([asked, "token_invalid"]);
    const [method, path, body] = asked;
    const other = path.replace(/^E/, "/environments/production");
    if (other !== path) {
      const there = await outcome(callAs(token.value), [method, other, body]);
      expect([asked, there]).toEqual([asked, "environment_not_found"]);
    }
  }
  for (const asked of reads) {
    expect([asked, await outcome(reader, asked)]).toEqual([asked, 200]);
  }
  for (const asked of writes) {
    expect([asked, await outcome(reader, asked)]).toEqual([asked, "token_read_only"]);
  }
  expect(await everything(api)).toEqual(before);
  const done: unknown[] = [];
  for (const asked of writes) {
    done.push(await outcome(call, asked));
  }
  expect(done).toEqual([200, 200, 200, 200]);
  await stop();
});

test("only a token of Production deletes many features, and none reaches another environment", async () => {
  const { hosted, call, callAs, api, stop } = await startHostedSite();
  await api.features.create("search");
  const { token, environment } = created(await hosted.manager.environments.create("Preview"));
  const body = { keys: ["search"], change: { delete: true } };
  for (const path of ["E/bulk", "E/bulk/preview"]) {
    const refused = await outcome(callAs(token.value), ["POST", path, body]);
    expect(refused).toBe("production_token_required");
  }
  const copy = { keys: ["search"], change: { copyTo: environment.id } };
  expect(await outcome(call, ["POST", "E/bulk", copy])).toBe("environment_not_found");
  expect(await outcome(call, ["POST", "E/bulk", body])).toBe(200);
  await stop();
});
