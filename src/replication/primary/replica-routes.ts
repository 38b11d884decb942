import { GatehouseError } from "../../core/errors.ts";
import type { Replica } from "../../core/model/replica.ts";
import type { State } from "../../core/model/state.ts";
import { hashToken } from "../../core/secrets/token-value.ts";
import { declaredRoutes } from "../../http/declared/declared-routes.ts";

export type ReplicaRoutes = ReturnType<typeof replicaRoutes>;

const valueLengthMax = 255;
const bearer = /^bearer +(?<value>\S+) *$/i;

/** Returns the replica of a request. Throws `token_invalid` for any other caller. */
export function replicaOf(state: State, request: Request): Replica {
  const header = request.headers.get("authorization") ?? "";
  const value = bearer.exec(header)?.groups?.value ?? "";
  const isPossible = value !== "" && value.length <= valueLengthMax;
  const replica = isPossible ? state.replicas.get(hashToken(value)) : undefined;
  if (replica === undefined) {
    throw new GatehouseError("token_invalid");
  }
  return replica;
}

/** The plugin of the routes for replicas. They are not documented: no other program calls them. */
export function replicaRoutes(state: () => State) {
  return declaredRoutes<"replica", Replica, never>({
    admit: { replica: (request) => replicaOf(state(), request) },
    document: () => ({ hide: true }),
  });
}
