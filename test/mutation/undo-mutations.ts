import type { Mutation } from "./mutation.ts";

/** Mutations of undo, and of what protects people's changes from each other. */
export const undoMutations: readonly Mutation[] = [
  {
    threat: "undo: what was reset does not come back",
    file: "src/commands/gate-rewind.ts",
    from: '    this.#change("actors", actors);',
    to: "",
    tests: ["services/undo.test.ts", "services/rewind.property.test.ts"],
    isQuick: true,
  },
  {
    threat: "undo: later changes of the feature stay",
    file: "src/services/rewind-history.ts",
    from: "      ? { ...way, after: sequence - 1, keys: [featureKey] }",
    to: "      ? { ...way, after: this.#newest - 1, keys: [featureKey] }",
    tests: ["services/undo.test.ts"],
  },
  {
    threat: "undo: an override does not end",
    file: "src/commands/audit-gate-changes.ts",
    from: "difference: pins ? pinned : differenceOfChange(before, after, change),",
    to: "difference: differenceOfChange(before, after, change),",
    tests: ["services/undo.test.ts", "services/rewind.property.test.ts"],
  },
  {
    threat: "undo: an audit without a difference counts as one that changed nothing",
    file: "src/commands/feature-rewind.ts",
    from: '      this.#fail("an audit is of a version that did not keep what changed", audit);',
    to: "",
    tests: ["services/undo.test.ts"],
    isQuick: true,
  },
  {
    threat: "undo: a feature that others use is removed",
    file: "src/commands/rollback-commands.ts",
    from: "  if (open !== undefined) {",
    to: "  if (open?.environmentId === 0) {",
    tests: ["services/undo.test.ts"],
  },
  {
    threat: "undo: something else is done than was shown",
    file: "src/services/history-service.ts",
    from: "      if (expected !== undefined && expected !== preview.tag) {",
    to: '      if (expected === "") {',
    tests: ["services/undo.test.ts"],
  },
  {
    threat: "undo: what comes back is above a quota",
    file: "src/commands/rollback-commands.ts",
    from: "  refuseTooManyActors(projectLimits(state, environment.projectId), gates, then.gates);",
    to: "",
    tests: ["services/undo.test.ts"],
  },
  {
    threat: "a page overwrites what was changed meanwhile",
    file: "src/services/feature-editor.ts",
    from: "      if (seen !== undefined && seenTagOf(gates, change) !== seen) {",
    to: '      if (seen === "" && seenTagOf(gates, change) !== seen) {',
    tests: ["services/feature-editor.test.ts"],
    isQuick: true,
  },
  {
    threat: "Production is changed without a confirmation",
    file: "src/commands/confirmation.ts",
    from: 'if (environment.kind === "production" && typed !== key) {',
    to: 'if (environment.kind === "production" && typed === undefined) {',
    tests: ["services/feature-editor.test.ts"],
    isQuick: true,
  },
  {
    threat: "an explanation says another answer than the check",
    file: "src/toggles/explain-check.ts",
    from: "    opens: isInCycle && !opensOtherwise ? enabled : isTrue,",
    to: "    opens: enabled,",
    tests: ["services/explain.property.test.ts"],
  },
];
