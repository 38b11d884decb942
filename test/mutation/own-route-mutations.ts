import type { Mutation } from "./mutation.ts";

const folder = "src/flipper-api/gatehouse";

/** Mutations of Gatehouse's own routes, and of the administrator's API. */
export const ownRouteMutations: readonly Mutation[] = [
  ...(
    [
      ["changes", "changes-controller.ts"],
      ["rollback", "rollback-controller.ts"],
      ["describe", "feature-info-controller.ts"],
      ["import preview", "import-preview-controller.ts"],
    ] as const
  ).map(([route, file]) => ({
    threat: `own routes: a token that may not write uses ${route}`,
    file: `${folder}/${file}`,
    from: "access.writer(request)",
    to: "access.reader(request)",
    tests: ["hosted/permissions.test.ts"],
    isQuick: route === "changes",
  })),
  {
    threat: "own routes: a refused change leaves those before it",
    file: "src/commands/feature-commands.ts",
    from: "      prepare(change, index);",
    to: "      try {\n        prepare(change, index);\n      } catch {\n        return;\n      }",
    tests: ["flipper-api/gatehouse/changes.test.ts"],
    isQuick: true,
  },
  {
    threat: "own routes: changes go beyond the limits of a gate",
    file: "src/commands/feature-commands.ts",
    from: "    refuseTooManyGroups(before);",
    to: "",
    tests: ["flipper-api/gatehouse/changes.test.ts"],
  },
  {
    threat: "own routes: a misspelt member is ignored",
    file: "src/web/contract/rollback-models.ts",
    from: '{ ...exactFields, $id: "RollbackRequest" }',
    to: '{ $id: "RollbackRequest" }',
    tests: ["web/handlers/rollback-api.test.ts"],
    isQuick: true,
  },
  {
    threat: "own routes: a dry run is done",
    file: "src/web/handlers/rollback-controller.ts",
    from: "body.preview === true\n",
    to: "body.preview === undefined\n",
    tests: ["web/handlers/rollback-api.test.ts"],
  },
  {
    threat: "own routes: a token sees other environments",
    file: "src/web/handlers/status-controller.ts",
    from: "    token === null ? projectId === environment.projectId : id === environment.id;",
    to: "    projectId === environment.projectId || (token === null && id === environment.id);",
    tests: ["web/handlers/status-api.test.ts"],
    isQuick: true,
  },
  {
    threat: "own routes: who follows misses audits",
    file: "src/services/follow-history.ts",
    from: "found.length > room ? (audits.at(-1)?.sequence ?? end) : end",
    to: "end",
    tests: ["web/handlers/audits-api.test.ts"],
  },
  {
    threat: "own routes: who follows sees more than the plan shows",
    file: "src/services/history-service.ts",
    from: "const bounds = { after: Math.max(after, shownAfter), last, limit };",
    to: "const bounds = { after: Math.min(after, shownAfter), last, limit };",
    tests: ["web/handlers/audits-api.test.ts"],
  },
  {
    threat: "own routes: explanations of one request contradict each other",
    file: "src/toggles/explain-check.ts",
    from: "draws.get(place) ?? inputs.random(featureKey, draw)",
    to: "inputs.random(featureKey, draw)",
    tests: ["toggles/explain-check.test.ts"],
  },
  {
    threat: "a web page reaches the administrator's API",
    file: "src/administration/administration-server.ts",
    from: 'if (request.headers.has("origin") || request.headers.has("sec-fetch-site")) {',
    to: 'if (request.method === "POST" && request.headers.has("origin")) {',
    tests: ["administration/ask-directory.test.ts", "administration/socket.test.ts"],
  },
  {
    threat: "a misspelt environment is taken for Production",
    file: "src/flipper-api/access/administrator-access.ts",
    from: "  if (environment === undefined) {",
    to: "  if (environment === undefined) {\n    return productionOf(state, project.id);\n  }\n  if (environment.id === 0) {",
    tests: ["administration/ask-directory.test.ts"],
    isQuick: true,
  },
  {
    threat: "an administrator deletes a feature everywhere by naming an environment",
    file: "src/flipper-api/access/administrator-access.ts",
    from: '    if (caller.environment.kind !== "production") {',
    to: '    if (caller.environment.kind === "personal") {',
    tests: ["administration/ask-directory.test.ts"],
  },
  {
    threat: "clients stop for ever: those with an unknown token are told so",
    file: "src/flipper-api/access/hosted-access.ts",
    from: "return endedPreviewTokens.has(hash);",
    to: 'return !endedPreviewTokens.has(hash) || hash !== "";',
    tests: ["hosted/ended-tokens.test.ts"],
  },
  {
    threat: "clients stop for ever: a clock that jumped ends tokens",
    file: "src/flipper-api/access/hosted-access.ts",
    from: "clockMark === null ? 0 : believedTime(clockMark, now())",
    to: "clockMark === null ? 0 : believedTime(clockMark, now()) + now()",
    tests: ["hosted/ended-tokens.test.ts"],
  },
];
