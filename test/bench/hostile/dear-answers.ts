import type { Gatehouse } from "../gatehouse.ts";
import type { Attack, SharedData } from "./attack.ts";
import { asJson, ask, askUrl, type HostileAnswer } from "./hostile-client.ts";
import { eightAtOnceMaxMiB } from "./hostile-outcome.ts";
import { featureOfAny, mustImport } from "./import-bodies.ts";
import { PageSession } from "./page-session.ts";

const importedCount = 2_000;
const conditionCount = 500;
const nestedCount = 300;
const nestedOperators = 1_500;
const atOnce = 20;
const timeoutMs = 60_000;

/** A large import, which fits into 54 KB of gzip. */
const imported = sharedData(() => planned("pro"));

/** A second one, whose undo has the gates of the first. */
const replaced: SharedData = {
  fill: async (server) => {
    await mustImport(server, planned("pro"));
    await mustImport(server, planned("free"));
  },
};

function planned(plan: string): readonly string[] {
  const condition = `{"Equal":[{"Property":["plan"]},"${plan}"]}`;
  return Array.from({ length: importedCount }, (_, nth) =>
    featureOfAny(`release_${nth}`, conditionCount, () => condition),
  );
}

const nested = sharedData(() =>
  Array.from({ length: nestedCount }, (_, nth) =>
    featureOfAny(`nested_${nth}`, nestedOperators, (index) => {
      const other = (nth + 1 + index) % nestedCount;
      return `{"FeatureEnabled":["nested_${other}"]}`;
    }),
  ),
);

/** The dearest legal request of a route (docs/performance.md#price-of-each-route). */
interface DearRequest {
  readonly name: string;
  readonly data: SharedData;
  readonly send: (server: Gatehouse) => Promise<Send>;
}

type Send = () => Promise<HostileAnswer>;

const requests: readonly DearRequest[] = [
  {
    name: "preview of an undo of 2,000 features",
    data: imported,
    send: async (server) => {
      const page = await PageSession.ofViewer(server);
      const path = "/environments/1/audits/1/undo-preview";
      return () => askUrl(...page.request(server, path, { to: "before" }));
    },
  },
  {
    name: "preview of an undo that changes 2,000 features",
    data: replaced,
    send: async (server) => {
      const page = await PageSession.ofViewer(server);
      const newest = await newestAudit(server);
      const path = `/environments/1/audits/${newest}/undo-preview`;
      return () => askUrl(...page.request(server, path, { to: "before" }));
    },
  },
  {
    name: "export of the web UI",
    data: imported,
    send: async (server) => {
      const page = await PageSession.ofViewer(server);
      return () => askUrl(...page.request(server, "/environments/1/export"));
    },
  },
  {
    name: "features of the web UI",
    data: imported,
    send: async (server) => {
      const page = await PageSession.ofViewer(server);
      return () => askUrl(...page.request(server, "/environments/1/features"));
    },
  },
  {
    name: "activity of the web UI",
    data: imported,
    send: async (server) => {
      const page = await PageSession.ofViewer(server);
      return () => askUrl(...page.request(server, "/environments/1/activity?days=7"));
    },
  },
  {
    name: "comparison of the web UI",
    data: imported,
    send: async (server) => {
      const page = await PageSession.ofViewer(server);
      return () => askUrl(...page.request(server, "/compare?a=1&b=1"));
    },
  },
  {
    name: "explanation of 100 features",
    data: nested,
    send: async (server) => {
      const keys = Array.from({ length: 100 }, (_, nth) => `nested_${nth}`);
      const actors = Array.from({ length: 7 }, (_, nth) => `User;${nth}`);
      const body = JSON.stringify({ keys, actors });
      return () =>
        ask(server, { method: "POST", path: "/gatehouse/explain", headers: asJson, body });
    },
  },
  {
    name: "trial of the web UI",
    data: nested,
    send: async (server) => {
      const page = await PageSession.ofViewer(server);
      const actors = Array.from({ length: 7 }, (_, nth) => `User;${nth}`);
      const question = { actors, groups: [], properties: {} };
      const path = "/environments/1/features/nested_0/try";
      return () => askUrl(...page.request(server, path, question));
    },
  },
  {
    name: "history of the web UI",
    data: imported,
    send: async (server) => {
      const page = await PageSession.ofViewer(server);
      return () => askUrl(...page.request(server, "/environments/1/audits"));
    },
  },
];

async function newestAudit(server: Gatehouse): Promise<number> {
  const { audits } = await server.json<{ readonly audits: readonly { readonly id: number }[] }>(
    "/gatehouse/audits?limit=1",
  );
  return audits[0]?.id ?? 0;
}

/** Each request once, and twenty at once. */
export const dearAnswers: readonly Attack[] = requests.flatMap((request) => [
  attackOf(request, 1),
  attackOf(request, atOnce),
]);

function attackOf({ name, data, send }: DearRequest, count: number): Attack {
  return {
    name: count === 1 ? `${name}, once` : `${name}, ${count} at once`,
    data,
    timeoutMs,
    prepare: async (server) => {
      const sendOne = await send(server);
      return {
        ...(count === 1 ? {} : { memoryMaxMiB: eightAtOnceMaxMiB }),
        play: async () => ({
          answers: await Promise.all(Array.from({ length: count }, sendOne)),
        }),
      };
    },
  };
}

function sharedData(features: () => readonly string[]): SharedData {
  return { fill: (server) => mustImport(server, features()) };
}
