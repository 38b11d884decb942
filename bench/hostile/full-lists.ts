import type { Gatehouse } from "../gatehouse.ts";
import type { Attack, SharedData } from "./attack.ts";
import { asForm, ask, askInTurn, type HostileRequest } from "./hostile-client.ts";
import { importLargest } from "./import-bodies.ts";

/** The quota of a project (docs/api.md#limits), and less for a server that refuses it. */
const featureCounts = [99_999, 50_000, 20_000, 10_000] as const;
const list: HostileRequest = { path: "/features" };
const gzip: HostileRequest = { ...list, headers: { "accept-encoding": "gzip" } };
const write: HostileRequest = {
  method: "POST",
  path: "/features/release_1/percentage_of_time",
  headers: asForm,
  body: "percentage=10",
};

/** What one request reads in a project that is full. */
export function fullLists(): readonly Attack[] {
  const known: { note?: string; listBytes: number } = { listBytes: 0 };
  const data: SharedData = {
    fill: async (server) => {
      Object.assign(known, await importLargest(server, featureCounts, features));
      known.listBytes = (await ask(server, list)).byteCount;
    },
  };
  const attackOf = (
    name: string,
    requests: readonly HostileRequest[],
    warmUp?: (server: Gatehouse) => Promise<unknown>,
  ): Attack => ({
    name,
    data,
    prepare: async () => ({
      // A gzip answer may take the room of the plain one too.
      ownBytes: requests.includes(gzip) ? known.listBytes : 0,
      ...(warmUp === undefined ? {} : { warmUp }),
      ...(known.note === undefined ? {} : { note: known.note }),
      play: async (server: Gatehouse) => ({ answers: await askInTurn(server, requests) }),
    }),
  });
  const warmUp = (server: Gatehouse) => ask(server, list);
  return [
    attackOf("GET /features of 100,000 features, first", [list]),
    attackOf("GET /features of 100,000 features, again", [list, list], warmUp),
    attackOf("GET /features of 100,000 features, after a write", [write, list], warmUp),
    attackOf("GET /features of 100,000 features, first, gzip", [gzip]),
    attackOf("GET /actors/x of 100,000 features", [{ path: "/actors/x" }]),
  ];
}

function features(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `"release_${index}":{"boolean":"true"}`);
}
