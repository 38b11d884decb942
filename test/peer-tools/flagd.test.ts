import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  attributes,
  type Evaluate,
  ids,
  loadTool,
  numbers,
  runTrials,
  sharesOf,
  texts,
} from "./peer-trials.ts";

interface Flagd {
  setConfigurations(flags: string): unknown;
  resolveBooleanEvaluation(
    key: string,
    otherwise: boolean,
    context: object,
    logger: object,
  ): { readonly value: boolean; readonly errorCode?: string };
}
interface Sdk {
  readonly FlagdCore: new (storage: undefined, logger: object) => Flagd;
}

const { FlagdCore } = loadTool<Sdk>("@openfeature/flagd-core");
const ignore = () => undefined;
const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** flagd fails for values of other kinds than it compares, and answers with the application's default. */
async function evaluator(document: object): Promise<Evaluate> {
  const core = new FlagdCore(undefined, logger);
  core.setConfigurations(JSON.stringify(document));
  return (key, { flipper_id: targetingKey, ...properties }) => {
    const context = { targetingKey, ...properties };
    const answers = [true, false].map((otherwise) =>
      core.resolveBooleanEvaluation(key, otherwise, context, logger),
    );
    return answers.every(({ value }) => value);
  };
}

const variable = fc.constantFrom(...attributes, "targetingKey").map((name) => ({ var: name }));
const literal = fc.constantFrom(...texts, ...numbers, ...ids, true, false);
const operands = fc.oneof(fc.tuple(variable, literal), fc.tuple(literal, variable));
const targeting = fc.letrec<{ condition: unknown; result: unknown }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, depthIdentifier: "condition" },
    fc
      .tuple(fc.constantFrom("===", "!==", "in"), operands)
      .map(([operator, pair]) =>
        operator === "in"
          ? { in: [pair.find(isVariable), pair.filter(isLiteral)] }
          : { [operator]: pair },
      ),
    variable,
    fc
      .tuple(fc.constantFrom("starts_with", "ends_with"), variable, fc.constantFrom(...texts))
      .map(([operator, each, text]) => ({ [operator]: [each, text] })),
    fc.array(tie("condition"), { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
    fc.array(tie("condition"), { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
    tie("condition").map((each) => ({ "!": [each] })),
    fc.constant({ $ref: "shared" }),
  ),
  result: fc.oneof(
    { maxDepth: 3, depthIdentifier: "result" },
    fc.constantFrom("on", "off", null),
    tie("condition"),
    fc
      .array(fc.oneof(tie("condition"), tie("result")), { minLength: 2, maxLength: 5 })
      .chain((list) =>
        fc.tuple(tie("condition"), tie("result")).map((pair) => ({ if: [...pair, list.at(-1)] })),
      ),
  ),
}));

function isVariable(value: unknown): boolean {
  return typeof value === "object";
}

function isLiteral(value: unknown): boolean {
  return !isVariable(value);
}

function flag(rule: unknown, defaultVariant = "off") {
  const variants = { on: true, off: false, true: true, false: false };
  return { state: "ENABLED", variants, defaultVariant, targeting: rule };
}

const rules = targeting.result.map((rule) =>
  isVariable(rule) && rule !== null ? rule : { if: [true, rule] },
);
const documents = fc
  .array(fc.tuple(rules, fc.constantFrom("on", "off")), { minLength: 1, maxLength: 5 })
  .map((list) => ({
    flags: Object.fromEntries(
      list.map(([rule, otherwise], index) => [`f${index}`, flag(rule, otherwise)]),
    ),
    $evaluators: { shared: { in: [{ var: "plan" }, ["pro", "a"]] } },
  }));

test("no context is enabled here and disabled there, and exact flags are the same", async () => {
  const counts = await runTrials({ peer: "flagd", documents, evaluatorOf: evaluator });
  expect(counts.differences).toEqual([]);
  expect(counts.exact).toBeGreaterThan(1_000);
});

test("loose comparisons are the same for values of the kind that they compare", async () => {
  const kinds = {
    plan: ["pro", "a", undefined],
    age: [18, 0, -1, 5, undefined],
    beta: [true, false],
  };
  const compared = [
    ...["==", "!="].flatMap((operator) => [
      { [operator]: [{ var: "plan" }, "pro"] },
      { [operator]: [18, { var: "age" }] },
      { [operator]: [{ var: ["age"] }, 0] },
      { [operator]: [{ var: "beta" }, true] },
    ]),
    ...["<", "<=", ">", ">="].flatMap((operator) => [
      { [operator]: [{ var: "age" }, 5] },
      { [operator]: [0, { var: "age" }, 18] },
      { [operator]: [5, { var: "age" }] },
    ]),
  ];
  const conditions = compared.flatMap((each) => [each, { "!": each }]);
  const document = {
    flags: Object.fromEntries(
      conditions.map((each, index) => [`f${index}`, flag({ if: [each, "on", "off"] })]),
    ),
  };
  const evaluate = await evaluator(document);
  const { ImportedChecks } = await import("../core/peers/imported-checks.ts");
  const checks = new ImportedChecks(document, "flagd");
  for (const plan of kinds.plan) {
    for (const age of kinds.age) {
      for (const beta of kinds.beta) {
        const given = { plan, age, beta, flipper_id: "1" };
        const properties = Object.fromEntries(
          Object.entries(given).filter(([, value]) => value !== undefined),
        );
        for (const { key, class: kind } of checks.imported.features) {
          const theirs = await evaluate(key, properties);
          expect<unknown[]>([kind, key, properties, checks.isEnabled(key, properties)]).toEqual([
            ...["exact", key],
            properties,
            theirs,
          ]);
        }
      }
    }
  }
});

test("percentages enable as many", async () => {
  const document = {
    flags: {
      own: flag({
        fractional: [
          ["on", 30],
          ["off", 70],
        ],
      }),
      last: flag({
        fractional: [
          ["off", 90],
          ["on", 10],
        ],
      }),
      attribute: flag({ fractional: [{ var: "plan" }, ["on", 1], ["off", 1]] }),
    },
  };
  const shares = await sharesOf("flagd", document, await evaluator(document));
  for (const { class: kind, deviations } of Object.values(shares)) {
    expect(kind).toBe("share");
    expect(Math.abs(deviations)).toBeLessThan(4);
  }
});
