import { createToken } from "../../src/app/commands/token-commands.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { environment } from "../contract/sample-entities.ts";
import { deployHosted, deployMountable } from "../helpers/deploy.ts";
import { moreInfo, type RawAnswer } from "./fuzz-run.ts";
import type { RawRequest } from "./raw-request.ts";

/** The faults that the servers reported; there must be none. */
export const faults: unknown[] = [];

async function common() {
  return {
    opened: await openSqliteStorage(":memory:"),
    docsUrl: moreInfo,
    pollIntervalSeconds: undefined,
    onFault: (error: unknown) => void faults.push(error),
    checkInputs: {
      isInGroup: () => false,
      now: Date.now,
      random: Math.random,
      crc32: Bun.hash.crc32,
    },
  };
}

/** Starts the mountable deployment. */
export async function startMountable() {
  const prefix = "/flipper/api";
  const groups = new Set(["a", "__proto__", "x/clear"]);
  const deployment = deployMountable({
    ...(await common()),
    mountPath: prefix,
    groups,
    credentials: undefined,
  });
  await deployment.ready;
  return { ...deployment, prefix, credentials: [{}], state: () => deployment.writer.state };
}

/** Starts the hosted deployment, with credentials of tokens of each kind and invalid ones. */
export async function startHosted() {
  const prefix = "/adapter";
  const deployment = deployHosted({ ...(await common()), prefix });
  await deployment.ready;
  const production = environment(1, { kind: "production" });
  const custom = environment(2);
  const kinds = [
    { environment: production, access: "read_and_write", managesEnvironments: true },
    { environment: production, access: "read_only", managesEnvironments: true },
    { environment: production, access: "read_only", managesEnvironments: false },
    { environment: custom, access: "read_and_write", managesEnvironments: false },
  ] as const;
  const values = await deployment.writer.submit((draft) => {
    draft.record({ kind: "environment.created", environment: custom });
    return kinds.map((kind, index) => {
      const value = `token-of-the-fuzz-${index}`;
      const described = { name: value, ownerId: 1, isPreview: false };
      return createToken(draft, { ...kind, ...described, value }).value;
    });
  });
  // Tokens with more permissions occur more often, so that most requests are allowed.
  const all = [...values, ...values, values[0] ?? "", values[3] ?? "", "wrong", "", "é"];
  const credentials = all.map((value) => ({ "flipper-cloud-token": value }));
  return {
    ...deployment,
    prefix,
    credentials: [...credentials, {}],
    state: () => deployment.writer.state,
  };
}

/** Returns a function that sends requests to a fetch handler; null if no `Request` can hold one. */
export function sendToHandler(handle: (request: Request) => Response | Promise<Response>) {
  return async (raw: RawRequest): Promise<RawAnswer | null> => {
    const request = asRequest(raw);
    if (request === null) {
      return null;
    }
    const response = await handle(request);
    return {
      status: response.status,
      contentType: response.headers.get("content-type"),
      allow: response.headers.get("allow"),
      body: await inflated(response),
    };
  };
}

function asRequest({ method, target, headers, body }: RawRequest): Request | null {
  try {
    return new Request(`http://localhost${target}`, {
      method,
      headers: headers.map(([name, value]) => [name, value]),
      body,
    });
  } catch (error) {
    if (error instanceof TypeError) {
      return null;
    }
    throw error;
  }
}

async function inflated(response: Response): Promise<Uint8Array> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  return response.headers.get("content-encoding") === "gzip" && bytes.length > 0
    ? Bun.gunzipSync(bytes)
    : bytes;
}
