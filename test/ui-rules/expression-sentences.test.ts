import { describe, expect, test } from "bun:test";
import type { Expression } from "../../src/core/expressions/expression.ts";
import { inGroup, newCondition, newGroup } from "../../src/ui/expressions/draft-edits.ts";
import {
  type DraftConstant,
  type DraftNode,
  draftJson,
  draftOf,
  typedText,
  unfilledText,
} from "../../src/ui/expressions/draft-node.ts";
import { nodeAt, withNodeAt } from "../../src/ui/expressions/draft-path.ts";
import { problemsOf } from "../../src/ui/expressions/draft-problems.ts";
import { completePart } from "../../src/ui/expressions/draft-trial.ts";
import { expressionSentence } from "../../src/ui/expressions/expression-sentence.ts";
import { expressionSummary } from "../../src/ui/expressions/expression-summary.ts";
import { incompleteCount, rowProblem } from "../../src/ui/expressions/row-problems.ts";
import {
  nodeOfSentence,
  type Sentence,
  sentenceOf,
  withComparison,
  withConstant,
  withNewValue,
  withoutValue,
  withProperty,
} from "../../src/ui/expressions/sentence.ts";
import {
  constantOf,
  constantText,
  otherKind,
  typedConstant,
} from "../../src/ui/expressions/typed-value.ts";

function read(value: unknown): DraftNode {
  const draft = draftOf(JSON.stringify(value));
  if (draft === null) {
    throw new Error("not JSON");
  }
  return draft;
}

function sentence(value: unknown): Sentence {
  const found = sentenceOf(read(value), "");
  if (found === null) {
    throw new Error(`no sentence: ${JSON.stringify(value)}`);
  }
  return found;
}

const written = (found: Sentence): unknown => JSON.parse(draftJson(nodeOfSentence(found)));
const equal = (value: unknown, name = "country") => ({ Equal: [{ Property: [name] }, value] });
const unequal = (value: unknown) => ({ NotEqual: [{ Property: ["country"] }, value] });
const text = (value: string): DraftConstant => ({ kind: "text", value });

describe("A sentence", () => {
  test("is a property, a comparison and constants, and becomes the same JSON again", () => {
    for (const value of [
      equal("DE"),
      equal(true),
      equal({ String: ["DE"] }),
      { GreaterThanOrEqualTo: [{ Property: ["seats"] }, 1.5] },
      { Any: [equal("DE"), equal({ String: ["AT"] }), equal(3)] },
      { All: [unequal("DE"), unequal("AT")] },
    ]) {
      expect(written(sentence(value))).toEqual(value);
    }
  });

  test("is none of what it cannot say", () => {
    for (const value of [
      { Equal: [{ Property: ["a"] }] },
      { Equal: ["a", { Property: ["a"] }] },
      { Equal: [{ Property: ["a"] }, { Property: ["b"] }] },
      { Equal: [{ Property: ["a"] }, { Number: ["14"] }] },
      { Equal: [{ Property: [{ Property: ["a"] }] }, 1] },
      { Equal: [{ Number: [{ Property: ["a"] }] }, 1] },
      { FeatureEnabled: ["search"] },
      { Any: [equal("DE")] },
      { Any: [equal("DE"), equal("AT", "region")] },
      { Any: [equal("DE"), unequal("AT")] },
      { All: [equal("DE"), equal("AT")] },
      { Any: [unequal("DE"), unequal("AT")] },
    ]) {
      expect([value, sentenceOf(read(value), "")]).toEqual([value, null]);
    }
  });

  test("one of several values is written as Any of Equal, none of them as All of NotEqual", () => {
    const one = sentence(equal("DE"));
    const listed = withConstant(withComparison(one, "IsOneOf"), 1, text("AT"));
    expect(written(listed)).toEqual({ Any: [equal("DE"), equal("AT")] });
    expect(written(withComparison(listed, "IsNoneOf"))).toEqual({
      All: [unequal("DE"), unequal("AT")],
    });
    expect(written(withProperty(listed, "region"))).toEqual({
      Any: [equal("DE", "region"), equal("AT", "region")],
    });
    expect(nodeOfSentence(withNewValue(listed))).toMatchObject({ args: [{}, {}, {}] });
    expect(written(withoutValue(listed, 0))).toEqual(equal("AT"));
    expect(written(withComparison(listed, "NotEqual"))).toEqual(unequal("DE"));
  });

  test("a group that the person edits stays a group", () => {
    const tree = read({ All: [equal(1), { Any: [equal("DE"), equal("A", "region")] }] });
    const next = withNodeAt(tree, "All[1].Any[1]", read(equal("AT")));
    const group = nodeAt(next, "All[1]");
    expect(group === undefined ? null : sentenceOf(group, "All[1]")).toBeNull();
    expect(sentenceOf(newGroup, "")).toBeNull();
    const both = {
      ...inGroup(read(equal("DE")), "Any"),
      args: [read(equal("DE")), read(equal(1))],
    };
    expect(sentenceOf(both, "")).toBeNull();
    // As the server returns it, it is one row.
    expect(sentenceOf(read(JSON.parse(draftJson(both))), "")?.comparison).toBe("IsOneOf");
  });

  test("its places are those of its constants", () => {
    const tree = read({ Any: [equal("DE"), equal({ String: ["AT"] })] });
    const { propertyPlace, values } = sentence({ Any: [equal("DE"), equal({ String: ["AT"] })] });
    expect(nodeAt(tree, propertyPlace)).toEqual(text("country"));
    expect(values.map(({ place }) => nodeAt(tree, place))).toEqual([text("DE"), text("AT")]);
  });
});

describe("The type of a value", () => {
  const typed = (value: string, type: "text" | "number" | null = null, before = unfilledText) =>
    typedConstant(value, before, type);

  test("follows what is typed", () => {
    expect(typed("20")).toEqual({ kind: "number", digits: "20" });
    expect(typed("1.50")).toEqual({ kind: "number", digits: "1.50" });
    expect(typed("true")).toEqual({ kind: "boolean", value: true });
    expect(typed("007")).toEqual(text("007"));
    expect(typed("1.")).toEqual(text("1."));
    expect(typed("pro", "number")).toEqual(text("pro"));
    expect(typed("")).toEqual(unfilledText);
  });

  test("is text where the property is text, until the person chooses another one", () => {
    const before = typed("14", "text");
    expect(before).toEqual(text("14"));
    expect(otherKind(before, "text")).toEqual({ kind: "number", isLikely: true });
    const chosen = constantOf("number", constantText(before));
    expect(typedConstant("145", chosen, "text")).toEqual({ kind: "number", digits: "145" });
    expect(otherKind(chosen, "text")).toEqual({ kind: "text", isLikely: true });
  });

  test("a text that the person chose stays a text", () => {
    const chosen = constantOf("text", "14");
    expect(typedConstant("145", chosen, null)).toEqual(text("145"));
    expect(otherKind(text("007"), "number")).toBeNull();
    expect(otherKind({ kind: "boolean", value: true }, null)).toEqual({
      kind: "text",
      isLikely: false,
    });
  });
});

describe("A row that is not complete", () => {
  const problemOf = (node: DraftNode) => {
    const found = sentenceOf(node, "");
    return found === null ? null : rowProblem(found, problemsOf(node));
  };

  test("says what is empty, and whether it would be true for everyone", () => {
    const empty = sentenceOf(newCondition, "");
    expect(empty).not.toBeNull();
    if (empty !== null) {
      expect(problemOf(newCondition)?.kind).toBe("property");
      expect(problemOf(nodeOfSentence(withComparison(empty, "NotEqual")))?.kind).toBe("always");
      expect(problemOf(nodeOfSentence(withComparison(empty, "IsNoneOf")))?.kind).toBe("always");
      const named = withProperty(empty, "plan");
      expect(problemOf(nodeOfSentence(named))?.kind).toBe("value");
      expect(problemOf(nodeOfSentence(withComparison(named, "NotEqual")))?.kind).toBe("value");
    }
    expect(problemOf(read(equal("")))).toBeNull();
    expect(problemOf(read(equal(0)))).toBeNull();
    const large: DraftNode = read({ Equal: [{ Property: ["id"] }, 1] });
    const next = withNodeAt(large, "Equal[1]", { kind: "number", digits: "9007199254740993" });
    expect(problemOf(next)?.kind).toBe("other");
  });

  test("counts once, in whatever group it is", () => {
    const tree: DraftNode = {
      kind: "operation",
      operator: "All",
      args: [read(equal("DE")), newCondition, inGroup(newCondition, "Any")],
    };
    expect(incompleteCount(tree, problemsOf(tree))).toBe(2);
    const hollow = read({ All: [{ Any: [] }, equal("DE")] });
    expect(incompleteCount(hollow, problemsOf(hollow))).toBe(1);
  });
});

test("the summary of an expression names a property once for several values", () => {
  const summaryOf = (value: unknown) => expressionSummary(value as Expression);
  const listed = { Any: [equal("DE"), equal("AT"), equal("CH")] };
  expect(summaryOf(listed)).toBe("country is DE, AT or CH");
  expect(summaryOf({ All: [unequal("DE"), unequal("AT")] })).toBe("country is not DE or AT");
  expect(summaryOf({ Any: [equal("DE"), equal("AT", "region")] })).toBe(
    "country is DE or region is AT",
  );
  expect(summaryOf({ All: [equal("pro", "plan"), listed] })).toBe(
    "plan is pro and country is DE, AT or CH",
  );
});

describe("The sentence of an expression", () => {
  const said = (value: unknown) => {
    const part = completePart(read(value), () => false);
    return part === null
      ? ""
      : expressionSentence(part)
          .map((each) => each.text)
          .join("");
  };

  test("names every condition", () => {
    const countries = { Any: [equal("DE"), equal("AT"), equal("CH")] };
    const seats = { GreaterThan: [{ Property: ["seats"] }, 20] };
    expect(
      said({ All: [equal("pro", "plan"), seats, { Any: [countries, equal("a.com", "domain")] }] }),
    ).toBe("plan is pro, seats is over 20, and (country is DE, AT or CH or domain is a.com)");
    expect(said({ All: [unequal("DE"), unequal("AT")] })).toBe("country is not DE or AT");
    expect(said({ Any: [equal("", "plan"), { FeatureEnabled: ["search"] }] })).toBe(
      "plan is the empty text or search is enabled",
    );
  });

  test("leaves out what is not complete", () => {
    const tree: DraftNode = {
      kind: "operation",
      operator: "All",
      args: [read(equal("DE")), newCondition, { ...newCondition, args: [typedText("a")] }],
    };
    const wrong = new Set(problemsOf(tree).map(({ place }) => place));
    const part = completePart(tree, (place) => wrong.has(place));
    expect(
      part === null
        ? ""
        : expressionSentence(part)
            .map((each) => each.text)
            .join(""),
    ).toBe("country is DE");
  });
});
