import { type DocumentedDeployment, flipperOperation } from "../errors/operation-docs.ts";
import { StatusModel } from "./status-model.ts";

const production = { slug: "production", name: "Production", kind: "production" as const };

/** The documentation of docs/api.md#status. */
export function statusDocs(deployment: DocumentedDeployment) {
  const { isHosted } = deployment;
  const example: StatusModel = {
    version: "0.0.0",
    mode: isHosted ? "hosted" : "mountable",
    serving: true,
    ready: true,
    problems: [],
    project: "Default",
    environment: production,
    access: "read_and_write",
    revision: 1_768_469_400_000_001,
    features: 1,
    databases: [{ file: "gatehouse.db", bytes: 4_096 }],
    memory_bytes: 100_000_000,
    tokens: isHosted
      ? [
          {
            id: 1,
            name: "manager",
            environment: "production",
            access: "read_and_write",
            last_used_at: null,
          },
        ]
      : [],
    environments: [{ ...production, overrides: 0 }],
  };
  return flipperOperation(deployment, {
    id: "getStatus",
    tag: "Gatehouse",
    summary: "Read what the server is, how it is, and where the caller is in it",
    description: isHosted
      ? "A token sees its own environment, and the tokens of it."
      : "The environment is Production.",
    answers: [{ status: 200, text: "The status", json: { schema: StatusModel, example } }],
  });
}
