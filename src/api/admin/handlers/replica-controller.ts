import { Elysia } from "elysia";
import { createReplica } from "../../../app/commands/replica-commands.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { type Replica, replicasMax } from "../../../core/model/replica.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { idIn } from "../asked-environment.ts";
import {
  CreatedReplica,
  NewReplica,
  ReplicaList,
  ReplicaPath,
  ReplicaRow,
} from "../contract/replica-models.ts";
import { changeProject, projectChangeRefusals } from "./project-change.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** The servers that follow this one. */
export function replicaController({ services }: UiDependencies, routes: AdminRoutes) {
  const { writer } = services;
  return new Elysia({ tags: ["Replicas"] })
    .use(routes)
    .get(
      "/replicas",
      () => ({
        replicas: [...writer.state.replicas.values()]
          .sort((left, right) => left.id - right.id)
          .map(replicaRow),
      }),
      {
        role: "owner",
        hostedOnly: true,
        response: { 200: answered(ReplicaList, "The replicas, the oldest first") },
        refuses: [],
        detail: {
          operationId: "listReplicas",
          summary: "List the replicas",
          description: `Lists all replicas: at most ${replicasMax}.`,
        },
      },
    )
    .post(
      "/replicas",
      async ({ caller, body: { name } }) => {
        const { replica, value } = await changeProject(services, caller, (draft) => {
          const created = createReplica(draft, name);
          return { replica: replicaRow(created.replica), value: created.value };
        });
        return { replica, value };
      },
      {
        role: "owner",
        hostedOnly: true,
        needsProof: true,
        refusesTokens: true,
        body: withExample(NewReplica, { name: "frankfurt" }),
        response: { 200: answered(CreatedReplica, "The replica, with its token") },
        refuses: [...projectChangeRefusals, "token_limit"],
        detail: {
          operationId: "createReplica",
          summary: "Create the token of a replica",
          description: "With this token a replica reads all features, settings and token hashes.",
        },
      },
    )
    .delete(
      "/replicas/:replica",
      async ({ caller, params }) => {
        const id = idIn(params.replica);
        const { replica } = await changeProject(services, caller, (draft) => {
          const found = draft.state.replicas.find((each) => each.id === id);
          if (found === undefined) {
            const message = `there is no replica ${params.replica}`;
            throw new GatehouseError("replica_not_found", { message });
          }
          draft.record({ kind: "replica.removed", replicaId: found.id });
          return { replica: replicaRow(found) };
        });
        return replica;
      },
      {
        role: "owner",
        hostedOnly: true,
        params: ReplicaPath,
        response: { 200: answered(ReplicaRow, "The replica, which receives no further changes") },
        refuses: [...projectChangeRefusals, "replica_not_found"],
        detail: { operationId: "revokeReplica", summary: "Revoke the token of a replica" },
      },
    );
}

function replicaRow({ id, name, createdAt }: Replica): ReplicaRow {
  return { id, name, createdAt };
}
