import { describe, expect, test } from "bun:test";
import { newCondition, newGroup, turnInto } from "../../src/ui/expressions/draft-edits.ts";
import {
  type DraftNode,
  draftJson,
  draftOf,
  typedText,
} from "../../src/ui/expressions/draft-node.ts";
import {
  lineAndColumn,
  nodeAt,
  pathBelowDraft,
  rangeOfPlace,
  shownPath,
} from "../../src/ui/expressions/draft-path.ts";
import { problemsOf } from "../../src/ui/expressions/draft-problems.ts";
import {
  draftProblems,
  isSameDraft,
  noExpression,
  savedDraft,
  withJson,
  withTree,
} from "../../src/ui/expressions/expression-draft.ts";
import { readJson } from "../../src/ui/expressions/json-node.ts";

const json = '{"All":[{"Equal":[{"Property":["plan"]},"007"]},{"LessThan":[1.50,2]}]}';

function read(text: string): DraftNode {
  const draft = draftOf(text);
  if (draft === null) {
    throw new Error(`not JSON: ${text}`);
  }
  return draft;
}

describe("Values", () => {
  test("stay as they were typed: a text of digits, and the zeros of a number", () => {
    const written = draftJson(read(json));
    expect(written).toContain('"007"');
    expect(written).toContain("1.50");
  });

  test("an integer that JSON would round is refused at its place, others are not", () => {
    const over = read('{"Equal":[{"Property":"id"},9007199254740993]}');
    expect(problemsOf(over).map(({ place }) => place)).toEqual(["Equal[1]"]);
    expect(draftJson(over)).toContain("9007199254740993");
    expect(problemsOf(read('{"Equal":[{"Property":"id"},9007199254740991]}'))).toEqual([]);
    expect(problemsOf(read('{"Equal":[1e400,1e300]}')).length).toBe(2);
  });

  test("what is no number stays in its field, and is told", () => {
    const half: DraftNode = { kind: "operation", operator: "Number", args: [] };
    for (const digits of ["", "-", "1.", "01", "0x1", "1e"]) {
      const tree: DraftNode = { ...half, args: [{ kind: "number", digits }] };
      expect([digits, problemsOf(tree).map(({ place }) => place)]).toEqual([digits, ["Number[0]"]]);
    }
  });
});

describe("A field that is not filled in", () => {
  const placesOf = (tree: DraftNode) => problemsOf(tree).map(({ place }) => place);

  test("is incomplete, as a name and as an operand", () => {
    expect(placesOf(newCondition)).toEqual(["Equal[0].Property[0]", "Equal[1]"]);
    expect(placesOf(newGroup)).toEqual(["Any[0].Equal[0].Property[0]", "Any[0].Equal[1]"]);
    for (const operator of ["Time", "String", "FeatureEnabled", "Property"] as const) {
      const tree: DraftNode = { kind: "operation", operator, args: [typedText("")] };
      expect([operator, placesOf(tree)]).toEqual([operator, [`${operator}[0]`]]);
    }
    expect(placesOf(turnInto(read("1"), "Time"))).toEqual([]);
    expect(placesOf(turnInto(read('""'), "Time"))).toEqual([]);
    expect(placesOf(turnInto(typedText(""), "Time"))).toEqual(["Time[0]"]);
  });

  test("is not the same as a text that is empty in JSON; a name is never empty", () => {
    expect(placesOf(read('{"Equal":[{"Property":"plan"},""]}'))).toEqual([]);
    expect(placesOf(read('{"Equal":[{"Property":""},""]}'))).toEqual(["Equal[0].Property[0]"]);
    expect(placesOf(read('{"FeatureEnabled":[" \\t"]}'))).toEqual(["FeatureEnabled[0]"]);
  });

  test("stays so when the JSON follows the builder", () => {
    const draft = withTree(newCondition);
    expect(draftProblems(draft)).toHaveLength(2);
    expect(isSameDraft(draft, withJson(draft, draft.json))).toBe(true);
  });
});

describe("What is no expression", () => {
  const odd = '{"Any":[{"Nope":[1]},null,[1,2],{"All":[],"Any":[]},{"All":[1],"All":[2]},{}]}';

  test("is kept as JSON, each part at its place", () => {
    const draft = read(odd);
    expect(draft.kind === "operation" && draft.args.every(({ kind }) => kind === "json")).toBe(
      true,
    );
    expect(problemsOf(draft).length).toBe(6);
    expect(draftJson(draft).replaceAll(/\s/g, "")).toBe(odd);
  });

  test("a part that becomes an operator again is edited as one", () => {
    const node: DraftNode = { kind: "json", json: '{"Property":"plan"}' };
    expect(turnInto(node, "FeatureEnabled")).toEqual({
      kind: "operation",
      operator: "FeatureEnabled",
      args: [{ kind: "text", value: "plan" }],
    });
  });
});

describe("Both sides", () => {
  test("the builder follows the JSON, and keeps the last tree while the JSON is wrong", () => {
    const first = withJson(noExpression, json);
    expect(first.tree).toEqual(draftOf(json));
    const broken = withJson(first, json.slice(0, -1));
    expect(broken.tree).toBe(first.tree);
    expect(broken.json).toBe(json.slice(0, -1));
    expect(broken.jsonProblem).toEqual({ reason: "end", at: json.length - 1 });
    expect(draftProblems(broken)).toEqual([]);
    expect(withJson(broken, " ")).toEqual({ ...noExpression, json: " " });
  });

  test("the JSON follows the builder", () => {
    const { tree } = withJson(noExpression, json);
    expect(withTree(tree).json).toContain('{ "Equal": [{ "Property": ["plan"] }, "007"] }');
    expect(withTree(null)).toEqual(noExpression);
  });

  test("spaces and lists around one argument make no other expression", () => {
    const saved = savedDraft({ Equal: [{ Property: ["plan"] }, "pro"] });
    expect(isSameDraft(saved, withJson(saved, '{"Equal":[{"Property":"plan"},"pro"]}'))).toBe(true);
    expect(isSameDraft(saved, withJson(saved, '{"Equal":[{"Property":"plan"},"pr"]}'))).toBe(false);
    expect(isSameDraft(saved, withJson(saved, "{"))).toBe(false);
    expect(isSameDraft(saved, noExpression)).toBe(false);
  });
});

describe("Places", () => {
  test("lead to nodes of the tree and to ranges of the text", () => {
    const place = pathBelowDraft(pathBelowDraft("", "All", 0), "Equal", 1);
    expect(place).toBe("All[0].Equal[1]");
    expect(nodeAt(read(json), place)).toEqual({ kind: "text", value: "007" });
    const range = rangeOfPlace(json, place);
    expect(json.slice(range?.start, range?.end)).toBe('"007"');
  });

  test("a place that is not there leads to the nearest node above it", () => {
    expect(nodeAt(read(json), "All[7]")).toBeUndefined();
    expect(nodeAt(read(json), "Any[0]")).toBeUndefined();
    const range = rangeOfPlace(json, "All[1].LessThan[9]");
    expect(json.slice(range?.start, range?.end)).toBe('{"LessThan":[1.50,2]}');
    expect(rangeOfPlace("{", "All[0]")).toBeNull();
    expect(shownPath("All[1].Equal")).toBe("All[1]");
  });

  test("lines and columns count from 1", () => {
    expect(lineAndColumn("ab\ncd", 4)).toEqual({ line: 2, column: 2 });
    expect(lineAndColumn("", 0)).toEqual({ line: 1, column: 1 });
  });
});

describe("Reading JSON", () => {
  test("accepts and refuses what JSON.parse does", () => {
    const texts = [
      ...["", " ", "{", "[1,]", '{"a":1,}', "01", "-", "1.", "+1", ".5", "tru", "nul", "NaN"],
      ...['"a', '"\\x"', '"\u0001"', '"\\u12"', "'a'", "{a:1}", "1 2", "[1 2]", "\u00a01"],
      ...[" [ ] ", "{ }", '{"a":{"b":[null,true,false,-0.5e+3]}}', '"\u007f\u0085\\n\\u00e9😀"'],
      '"\ud800"',
    ];
    for (const text of texts) {
      let accepts = true;
      try {
        JSON.parse(text);
      } catch {
        accepts = false;
      }
      expect([text, readJson(text).problem === null]).toEqual([text, accepts]);
    }
  });

  test("a text that is nested without end is refused, not a full stack", () => {
    expect(readJson("[".repeat(100_000)).problem?.reason).toBe("deep");
  });
});
