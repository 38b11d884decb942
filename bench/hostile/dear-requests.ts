import { apiPrefix, authorized, type Gatehouse } from "../gatehouse.ts";
import type { SharedData } from "./attack.ts";
import {
  audited,
  crowded,
  full,
  imported,
  importedCount,
  nested,
  nestedCount,
  replaced,
} from "./dear-data.ts";
import { askUrl, type HostileAnswer } from "./hostile-client.ts";
import { PageSession } from "./page-session.ts";

/** The dearest legal request of some routes (docs/performance.md#price-of-each-route). */
export interface DearRequest {
  readonly name: string;
  readonly data: SharedData;
  /** Gets the request ready, and returns what sends it. */
  readonly prepare: (server: Gatehouse) => Promise<() => Promise<HostileAnswer>>;
  /** What the server keeps of it for the next request, in MiB. */
  readonly keptMiB?: number;
}

/** Compiled expressions are kept up to a bound. */
const compiledMaxMiB = 64;
const actorsMax = 7;
const explainedMax = 100;
const bulkActors = 1;

const actors = Array.from({ length: actorsMax }, (_, nth) => `User;${nth}`);
const environment = "/environments/1";

export const dearRequests: readonly DearRequest[] = [
  ofPage("preview of an undo of 2,000 features", imported, `${environment}/audits/1/undo-preview`, {
    to: "before",
  }),
  {
    name: "preview of an undo that changes 2,000 features",
    data: replaced,
    prepare: async (server) => {
      const newest = await newestAudit(server);
      const path = `${environment}/audits/${newest}/undo-preview`;
      return await pageRequest(server, path, { to: "before" });
    },
  },
  ofPage("preview of a change of 2,000 features", imported, `${environment}/bulk/preview`, {
    keys: Array.from({ length: importedCount }, (_, nth) => `release_${nth}`),
    change: { percentageOfActors: 60 },
  }),
  ofPage("export of the web UI", imported, `${environment}/export`),
  ofPage("features of the web UI", imported, `${environment}/features`),
  ofPage("features of the web UI, 100,000", full, `${environment}/features`),
  ofPage("activity of the web UI, 100,000", full, `${environment}/activity?days=7`),
  ofPage("telemetry of the web UI, 100,000", full, `${environment}/telemetry?days=7`),
  ofPage("comparison of the web UI", imported, "/compare?a=1&b=1"),
  ofPage("comparison of the web UI, 100,000", full, "/compare?a=1&b=1"),
  {
    name: "comparison of two times",
    data: replaced,
    prepare: async (server) => {
      const path = `${environment}/compare?from=${await creationTime(server)}&gates=true`;
      return await pageRequest(server, path);
    },
  },
  ofPage("audits of the web UI", audited, `${environment}/audits`),
  ofPage("feature of the web UI", crowded, `${environment}/features/crowded`),
  ofPage("actors of the web UI", crowded, `${environment}/features/crowded/actors?text=9`),
  {
    ...ofPage("explanation of 100 features", nested, `${environment}/explain`, {
      keys: Array.from(
        { length: Math.min(explainedMax, nestedCount) },
        (_, nth) => `nested_${nth}`,
      ),
      actors,
    }),
    keptMiB: compiledMaxMiB,
  },
  ofPage("features of an actor, 100,000", full, `${environment}/actors/features`, {
    actor: "User;42",
  }),
  {
    ...ofPage("features of an actor, nested", nested, `${environment}/actors/features`, {
      actor: "User;42",
    }),
    keptMiB: compiledMaxMiB,
  },
  ofPage("properties of expressions", nested, `${environment}/properties`),
  ofApi("a feature of 99,000 actors", crowded, "/features/crowded"),
  ofApi("bulk check of 100,000 results", full, "/actors", {
    actors: Array.from({ length: bulkActors }, (_, nth) => ({ flipper_id: `User;${nth}` })),
  }),
  ofApi("audits with long values", audited, "/audits?per_page=250"),
  ofPage("audits with ids and long values", audited, `${environment}/audits?limit=250`),
  {
    name: "evaluation of 100,000 flags",
    data: full,
    prepare: async (server) => () =>
      askUrl(`${server.origin}/ofrep/v1/evaluate/flags`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${authorized["flipper-cloud-token"]}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ context: { targetingKey: "User;1" } }),
      }),
  },
  {
    name: "snapshot for a replica",
    data: imported,
    prepare: async (server) => {
      const value = (await server.command("replica", "create", "--name", "copy")).trim();
      const headers = { authorization: `Bearer ${value}` };
      return () => askUrl(`${server.origin}/replication/snapshot`, { headers });
    },
  },
];

function ofPage(name: string, data: SharedData, path: string, body?: unknown): DearRequest {
  return { name, data, prepare: (server) => pageRequest(server, path, body) };
}

async function pageRequest(server: Gatehouse, path: string, body?: unknown) {
  const page = await PageSession.ofViewer(server);
  return () => askUrl(...page.request(server, path, body));
}

/** A POST with a body, a GET without. */
function ofApi(name: string, data: SharedData, path: string, body?: unknown): DearRequest {
  const json = { "content-type": "application/json" };
  const init =
    body === undefined
      ? { headers: authorized }
      : { method: "POST", headers: { ...authorized, ...json }, body: JSON.stringify(body) };
  return {
    name,
    data,
    prepare: async (server) => () => askUrl(server.origin + apiPrefix + path, init),
  };
}

/** The time of the environment's creation: no feature existed then. */
async function creationTime({ origin }: Gatehouse): Promise<number> {
  const answer = await fetch(`${origin}/admin/v1/environments`, { headers: authorized });
  const { environments }: { readonly environments: readonly { readonly createdAt: number }[] } =
    JSON.parse(await answer.text());
  return environments[0]?.createdAt ?? 0;
}

async function newestAudit({ origin }: Gatehouse): Promise<number> {
  const answer = await fetch(`${origin}/admin/v1/environments/-/audits?limit=1`, {
    headers: authorized,
  });
  const { audits }: { readonly audits: readonly { readonly id: number }[] } = JSON.parse(
    await answer.text(),
  );
  return audits[0]?.id ?? 0;
}
