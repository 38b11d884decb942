import { expect, test } from "bun:test";
import fc from "fast-check";
import type { AuditListModel } from "../../src/api/flipper/audits/audit-model.ts";
import { seeded } from "../fuzz/seed.ts";
import { audited, type HostedClient } from "../helpers/hosted-client.ts";
import { startHosted } from "../helpers/hosted-server.ts";
import { runsOf } from "../helpers/runs.ts";
import { closed, type PlainGates } from "./mirroring-model.ts";
import { changed, step } from "./mirroring-steps.ts";
import { ServerAndModel } from "./server-and-model.ts";

const runs = runsOf(6);
const timeoutMs = 180_000 + runs * 500;

async function versionOf(client: HostedClient): Promise<number> {
  const [response] = await client.features.list();
  return Number(response.headers.get("flipper-sync-version"));
}

test(
  "after any steps, every environment answers as the model of mirroring",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: "max" }), async (steps) => {
        const server = await startHosted();
        const pair = new ServerAndModel(server);
        for (const taken of [["add environment", "x"] as const, ...steps]) {
          const contents = pair.contents();
          const version = await versionOf(server.manager);
          await pair.take(taken);
          await pair.compare();
          const next = await versionOf(server.manager);
          const isChange = !taken[0].endsWith("environment") && pair.contents() !== contents;
          expect(next > version, `${taken[0]} from ${contents}`).toBe(isChange);
          expect(next).toBeGreaterThanOrEqual(version);
        }
        const history = audited(await server.manager.audits.list("per_page=250"));
        expect(history.pagination.next).toBeNull();
        expect(replayed(history)).toEqual(new Map([...pair.production].filter(isOpen)));
        await server.stop();
      }),
      { numRuns: runs, ...seeded },
    );
  },
  timeoutMs,
);

type Audit = AuditListModel["audits"][number];

/**
 * Returns the open features after replaying Production's audits, which must contain every change.
 */
function replayed({ audits }: AuditListModel): Map<string, PlainGates> {
  const features = new Map<string, PlainGates>();
  for (const audit of audits.toReversed()) {
    const { key } = audit.target;
    features.set(key, afterAudit(features.get(key) ?? closed, audit));
  }
  return new Map([...features].filter(isOpen).sort());
}

function afterAudit(gates: PlainGates, { action, value }: Audit): PlainGates {
  switch (action) {
    case "enable":
    case "disable":
    case "disable_expression":
      return changed(gates, [action]);
    case "enable_actor":
    case "disable_actor":
      return changed(gates, [action, value ?? ""]);
    case "percentage_of_time":
      return changed(gates, [action, Number(value)]);
    case "enable_expression":
      return changed(gates, [action, JSON.parse(value ?? "")]);
    case "create":
    case "remove":
    case "clear":
      return closed;
    default:
      throw new Error(`no step is audited as ${action}`);
  }
}

function isOpen([, gates]: readonly [string, PlainGates]): boolean {
  return JSON.stringify(gates) !== JSON.stringify(closed);
}
