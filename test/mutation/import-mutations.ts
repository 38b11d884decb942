import type { Mutation } from "./mutation.ts";

/** Mutations of what bounds imports, large checks and long lists. */
export const importMutations: readonly Mutation[] = [
  {
    threat: "many small imports: several at once",
    file: "src/app/imports/import-place.ts",
    from: "this.#holder = arriving;",
    to: "this.#holder = undefined;",
    tests: ["hosted/import-place.long.test.ts"],
  },
  {
    threat: "many small imports: bulk in an unknown gate is read to its end",
    file: "src/app/imports/imported-gates.ts",
    from: "  const end = yield* nextToken(tokens, false);",
    to: '  let end = yield* nextToken(tokens, false);\n  while (end === "value") {\n    end = yield* nextToken(tokens, false);\n  }',
    tests: ["conformance/import.test.ts"],
  },
  {
    threat: "many small imports: quotas refuse only at the end",
    file: "src/app/imports/import-document.ts",
    from: "    rules.addFeature(name, gates);",
    to: "",
    tests: ["hosted/import-quotas.test.ts"],
  },
  {
    threat: "a large check keeps others waiting",
    file: "src/api/flipper/features/actor-controller.ts",
    from: "      return service.isLargeEnvironment(caller)",
    to: '      return service.isLargeEnvironment(caller) && flipperId === ""',
    tests: ["hosted/large-checks.nightly.test.ts"],
  },
  {
    threat: "a very long list is kept in its plain form",
    file: "src/http/response/large-answer.ts",
    from: "    this.#isPlainTooLong = length > plainBytesMax;",
    to: "    this.#isPlainTooLong = length < 0;",
    tests: ["http/response/large-answer.long.test.ts"],
  },
];
