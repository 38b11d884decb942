import { type DocumentedDeployment, flipperOperation } from "../errors/operation-docs.ts";
import { RollbackModel, RollbackRequestModel } from "./rollback-model.ts";

const example: RollbackModel = {
  key: "search",
  feature: null,
  changes: [
    { action: "disable_group", value: "staff" },
    { action: "disable_actor", value: "User;42" },
    { action: "percentage_of_actors", value: "0" },
  ],
  change_count: 3,
  later_count: 3,
  tag: "0c9n4nh1mypp26",
  done: true,
};

/** The documentation of docs/api.md#rollback. */
export function rollbackDocs(deployment: DocumentedDeployment) {
  return flipperOperation(deployment, {
    id: "rollBackFeature",
    tag: "Gatehouse",
    summary: "Return the gates of a feature to an earlier state",
    description:
      "To the gates as they were right after an audit, or at a time. What happened since is taken " +
      "back in one step, which the audits have as `rollback`. A feature that was removed since " +
      "comes back; one that did not exist then is closed.",
    changes: "features",
    body: {
      schema: RollbackRequestModel,
      example: { key: "search", to: 1 },
      isJsonOnly: true,
    },
    answers: [
      {
        status: 200,
        text: "What was done, or with `dry_run` what would be done",
        json: { schema: RollbackModel, example },
      },
    ],
    refusals: [
      "feature_not_found",
      "audit_not_found",
      "gate_changed",
      "member_invalid",
      "undo_impossible",
      "feature_name_missing",
      "quota_exceeded",
      "group_not_registered",
    ],
  });
}
