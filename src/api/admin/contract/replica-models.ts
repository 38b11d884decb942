import { type Static, Type } from "@sinclair/typebox";
import { linePattern } from "../../../core/text/text-patterns.ts";
import { exactFields, Id, lineOf, listOf, Time } from "./shared-models.ts";

/** A server that follows this one. */
export const ReplicaRow = Type.Object(
  { id: Id, name: Type.String(), createdAt: Time },
  { $id: "Replica" },
);
export type ReplicaRow = Static<typeof ReplicaRow>;

export const ReplicaList = Type.Object({ replicas: listOf(ReplicaRow) }, { $id: "ReplicaList" });

export const NewReplica = Type.Object(
  { name: lineOf(255, linePattern) },
  { ...exactFields, $id: "NewReplica" },
);

export const CreatedReplica = Type.Object(
  {
    replica: ReplicaRow,
    value: Type.String({ description: "The token of the replica; it is shown only once." }),
  },
  { $id: "CreatedReplica" },
);

export const ReplicaPath = Type.Object({
  replica: Type.String({ description: "The id of the replica." }),
});
