import { describe, expect, test } from "bun:test";
import { crc32 } from "node:zlib";
import { explainExpression } from "../../src/core/expressions/explain-expression.ts";
import type { Expression } from "../../src/core/expressions/expression.ts";
import { newCondition } from "../../src/ui/expressions/draft-edits.ts";
import { type DraftNode, draftJson, draftOf } from "../../src/ui/expressions/draft-node.ts";
import { nodeAt } from "../../src/ui/expressions/draft-path.ts";
import { problemsOf } from "../../src/ui/expressions/draft-problems.ts";
import {
  completePart,
  type TrialCell,
  trialCell,
  triedTerms,
} from "../../src/ui/expressions/draft-trial.ts";
import { sentenceOf } from "../../src/ui/expressions/sentence.ts";

const plan = { Equal: [{ Property: ["plan"] }, "pro"] };
const seats = { GreaterThan: [{ Property: ["seats"] }, 20] };
const country = {
  Any: [{ Equal: [{ Property: ["country"] }, "DE"] }, { Equal: [{ Property: ["country"] }, "AT"] }],
};

function read(value: unknown): DraftNode {
  const draft = draftOf(JSON.stringify(value));
  if (draft === null) {
    throw new Error("not JSON");
  }
  return draft;
}

/** The cell of each path for an actor, by the evaluation of the server. */
function cellsOf(
  tree: DraftNode,
  properties: Readonly<Record<string, unknown>>,
  places: readonly string[],
): readonly TrialCell[] {
  const wrong = new Set(problemsOf(tree).map(({ place }) => place));
  const part = completePart(tree, (place) => wrong.has(place));
  if (part === null) {
    return [];
  }
  const explained = explainExpression(JSON.parse(draftJson(part.node)) as Expression, {
    featureKey: "search",
    properties,
    crc32: (text) => crc32(text),
    now: () => 0,
    random: () => 0,
    isFeatureEnabled: () => false,
  });
  const terms = triedTerms(part, explained.tree);
  return places.map((place) => {
    const node = nodeAt(tree, place);
    return trialCell(terms.get(place), node === undefined ? null : sentenceOf(node, place));
  });
}

describe("The results of rows", () => {
  const tree = read({ All: [plan, seats, { Any: [country, { FeatureEnabled: ["x"] }] }] });
  const places = ["", "All[0]", "All[1]", "All[2]", "All[2].Any[0]", "All[2].Any[1]"];
  const kinds = (properties: Readonly<Record<string, unknown>>) =>
    cellsOf(tree, properties, places).map((cell) =>
      cell.kind === "false" && cell.text !== null ? cell.text : cell.kind,
    );

  test("are the actor's own value where that decides, and nothing where it is not needed", () => {
    expect(kinds({ plan: "pro", seats: 14 })).toEqual([
      "false",
      "true",
      "14",
      ...["unneeded", "unneeded", "unneeded"],
    ]);
    expect(kinds({ plan: "free", seats: 40 })).toEqual([
      ...["false", "free", "unneeded", "unneeded", "unneeded", "unneeded"],
    ]);
    expect(kinds({ plan: "pro", seats: 60, country: "AT" })).toEqual([
      ...["true", "true", "true", "true", "true", "unneeded"],
    ]);
    expect(kinds({ plan: "pro", seats: 60, country: "FR" }).slice(3)).toEqual([
      "false",
      "FR",
      "false",
    ]);
    expect(kinds({}).slice(0, 2)).toEqual(["false", "unset"]);
  });

  test("the text false is true, as in the gate", () => {
    const text = read({ Any: [{ Property: ["a"] }, plan] });
    expect(cellsOf(text, { a: "false" }, ["Any[0]"])).toEqual([{ kind: "true" }]);
    expect(cellsOf(text, { a: false }, ["Any[0]"])).toEqual([{ kind: "false", text: null }]);
  });

  test("a failure is told with its reason", () => {
    const failing = read({ GreaterThan: [{ Number: [{ Property: ["tags"] }] }, 1] });
    const [cell] = cellsOf(failing, { tags: [] }, [""]);
    expect(cell).toMatchObject({ kind: "failed", message: expect.stringContaining("number") });
  });

  test("incomplete rows have none, and the others keep their paths", () => {
    const draft: DraftNode = {
      kind: "operation",
      operator: "All",
      args: [newCondition, read(plan), { kind: "json", json: "null" }, read(seats)],
    };
    const cells = cellsOf(draft, { plan: "pro", seats: 1 }, [
      "All[0]",
      "All[1]",
      "All[2]",
      "All[3]",
    ]);
    expect(cells).toEqual([
      { kind: "unknown" },
      { kind: "true" },
      { kind: "unknown" },
      { kind: "false", text: "1" },
    ]);
    expect(cellsOf(newCondition, {}, [""])).toEqual([]);
  });
});
