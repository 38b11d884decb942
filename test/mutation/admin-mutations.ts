import type { Mutation } from "./mutation.ts";

/** Mutations of the Admin API. */
export const adminMutations: readonly Mutation[] = [
  {
    threat: "Admin API: a token that may not write rolls back",
    file: "src/api/admin/handlers/rollback-controller.ts",
    from: 'environmentToken: "writer",',
    to: 'environmentToken: "reader",',
    tests: ["api/admin/environment-tokens.test.ts"],
  },
  {
    threat: "Admin API: a token reaches another environment",
    file: "src/api/admin/asked-environment.ts",
    from: "  if (own !== undefined && found?.id !== own.id) {",
    to: "  if (own !== undefined && found === undefined) {",
    tests: ["api/admin/environment-tokens.test.ts"],
  },
  {
    threat: "Admin API: a refused change leaves those before it",
    file: "src/app/commands/feature-commands.ts",
    from: "      prepare(change, index);",
    to: "      try {\n        prepare(change, index);\n      } catch {\n        return;\n      }",
    tests: ["api/admin/handlers/program-changes.test.ts"],
  },
  {
    threat: "Admin API: a misspelt member is ignored",
    file: "src/api/admin/contract/rollback-models.ts",
    from: '{ ...exactFields, $id: "RollbackRequest" }',
    to: '{ $id: "RollbackRequest" }',
    tests: ["api/admin/handlers/rollback-api.test.ts"],
  },
  {
    threat: "Admin API: a dry run is done",
    file: "src/api/admin/handlers/rollback-controller.ts",
    from: "body.preview === true\n",
    to: "body.preview === undefined\n",
    tests: ["api/admin/handlers/rollback-api.test.ts"],
  },
  {
    threat: "Admin API: a token sees other environments",
    file: "src/api/admin/handlers/status-controller.ts",
    from: "caller.token === null ? limitOf(caller) : [environment.id];",
    to: "limitOf(caller);",
    tests: ["api/admin/handlers/status-api.test.ts"],
  },
  {
    threat: "Admin API: who follows misses audits",
    file: "src/app/services/follow-history.ts",
    from: "found.length > room ? (audits.at(-1)?.sequence ?? end) : end",
    to: "end",
    tests: ["api/admin/handlers/audits-api.test.ts"],
  },
  {
    threat: "Admin API: who follows sees more than the plan shows",
    file: "src/app/services/history-service.ts",
    from: "const bounds = { after: Math.max(after, shownAfter), last, limit, matches };",
    to: "const bounds = { after: Math.min(after, shownAfter), last, limit, matches };",
    tests: ["api/admin/handlers/audits-api.test.ts"],
  },
  {
    threat: "Admin API: explanations of one request contradict each other",
    file: "src/core/evaluation/explain-check.ts",
    from: "draws.get(place) ?? inputs.random(featureKey, draw)",
    to: "inputs.random(featureKey, draw)",
    tests: ["core/evaluation/explain-check.test.ts"],
  },
  {
    threat: "a web page reaches the socket",
    file: "src/cli/administration/administration-server.ts",
    from: 'return request.headers.has("origin") || request.headers.has("sec-fetch-site")',
    to: 'return request.method === "PATCH" && request.headers.has("origin")',
    tests: [
      "cli/administration/admin-connection.long.test.ts",
      "cli/administration/socket.long.test.ts",
    ],
  },
  {
    threat: "a misspelt environment is taken for Production",
    file: "src/api/admin/asked-environment.ts",
    from: "  if (found === undefined || found.projectId !== project.id) {",
    to: "  if (found === undefined) {\n    return productionOf(state, project.id);\n  }\n  if (found.projectId !== project.id) {",
    tests: ["cli/administration/admin-connection.long.test.ts"],
  },
  {
    threat: "clients stop for ever: those with an unknown token are told so",
    file: "src/api/common/access/hosted-access.ts",
    from: "return endedPreviewTokens.has(hash);",
    to: 'return !endedPreviewTokens.has(hash) || hash !== "";',
    tests: ["hosted/ended-tokens.test.ts"],
  },
  {
    threat: "clients stop for ever: a clock that jumped ends tokens",
    file: "src/api/common/access/hosted-access.ts",
    from: "clockMark === null ? 0 : believedTime(clockMark, now())",
    to: "clockMark === null ? 0 : believedTime(clockMark, now()) + now()",
    tests: ["hosted/ended-tokens.test.ts"],
  },
];
