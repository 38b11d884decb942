import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import { type Replica, replicasMax } from "../../core/model/replica.ts";
import { hashToken, newReplicaValue } from "../../core/secrets/token-value.ts";

/** Creates a replica, and returns the value of its token, which is not stored. */
export function createReplica(
  draft: Draft,
  name: string,
): { readonly replica: Replica; readonly value: string } {
  if (draft.state.replicas.size >= replicasMax) {
    throw new GatehouseError("token_limit", {
      message: `There are ${replicasMax} replicas already`,
    });
  }
  const value = newReplicaValue();
  const id = draft.nextId("replica");
  const replica: Replica = { id, name, hash: hashToken(value), createdAt: draft.now };
  draft.record({ kind: "replica.saved", replica });
  return { replica, value };
}
