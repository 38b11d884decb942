import { type Static, Type } from "@sinclair/typebox";
import { createReplica } from "../commands/replica-commands.ts";
import type { Replica } from "../model/replica.ts";
import { AdministrationError } from "./administration-error.ts";
import { administrationOperation } from "./administration-operation.ts";
import { exact, Id, Name, Timestamp, toTimestamp } from "./administration-schemas.ts";

const described = { id: Id, name: Type.String(), created_at: Timestamp };
const AdministeredReplica = Type.Object(described, exact);
const hostedOnly = "replicas follow servers in hosted mode only";

export const replicaOperations = {
  "replica.create": administrationOperation({
    input: Type.Object({ name: Name }, exact),
    /** The value cannot be read again later. */
    output: Type.Object({ ...described, value: Type.String() }, exact),
    hostedOnly,
    work(draft, { name }) {
      const { replica, value } = createReplica(draft, name);
      return { ...administeredReplica(replica), value };
    },
  }),

  "replica.list": administrationOperation({
    input: Type.Object({}, exact),
    output: Type.Object({ replicas: Type.Array(AdministeredReplica) }, exact),
    hostedOnly,
    work: ({ state }) => ({
      replicas: [...state.replicas.values()]
        .sort((left, right) => left.id - right.id)
        .map(administeredReplica),
    }),
  }),

  "replica.revoke": administrationOperation({
    input: Type.Object({ id: Id }, exact),
    output: AdministeredReplica,
    hostedOnly,
    work(draft, { id }) {
      const replica = draft.state.replicas.find((each) => each.id === id);
      if (replica === undefined) {
        throw new AdministrationError(`there is no replica ${id}`);
      }
      draft.record({ kind: "replica.removed", replicaId: id });
      return administeredReplica(replica);
    },
  }),
};

function administeredReplica({ id, name, createdAt }: Replica): Static<typeof AdministeredReplica> {
  return { id, name, created_at: toTimestamp(createdAt) };
}
