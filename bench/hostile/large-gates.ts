import type { Gatehouse } from "../gatehouse.ts";
import type { Attack, SharedData } from "./attack.ts";
import { asForm, askInTurn, type HostileRequest } from "./hostile-client.ts";
import { actorId, featureOfActors, mustImport } from "./import-bodies.ts";

/** Just below the limit of actors (docs/api.md#limits). */
const actorCount = 99_000;
const rounds = 5;
const keys = ["large_0", "large_1", "large_2"] as const;

const data: SharedData = {
  fill: (server) =>
    mustImport(
      server,
      keys.map((key) => featureOfActors(key, actorCount)),
    ),
};

export const largeGates: readonly Attack[] = [
  attackOf(
    `add and remove an actor of ${actorCount.toLocaleString("en")}`,
    Array.from({ length: rounds }, writes).flat(),
  ),
  attackOf(
    `clear a gate of ${actorCount.toLocaleString("en")} actors`,
    keys.map((key) => ({ method: "DELETE", path: `/features/${key}/clear` })),
  ),
];

function attackOf(name: string, requests: readonly HostileRequest[]): Attack {
  const play = async (server: Gatehouse) => ({ answers: await askInTurn(server, requests) });
  return { name, data, prepare: async () => ({ play }) };
}

function writes(_: unknown, round: number): readonly HostileRequest[] {
  const path = `/features/${keys[0]}/actors`;
  return [
    { method: "POST", path, headers: asForm, body: `flipper_id=New;${round}` },
    { method: "DELETE", path, headers: asForm, body: `flipper_id=${actorId(round * 20_000)}` },
  ];
}
