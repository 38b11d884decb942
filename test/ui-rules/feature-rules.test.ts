import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { AuditRow } from "../../src/api/admin/contract/audit-models.ts";
import type { ExplainedTerm } from "../../src/api/admin/contract/explain-models.ts";
import type { GatesSummary } from "../../src/api/admin/contract/feature-models.ts";
import { idsText } from "../../src/ui/actors/actor-question.ts";
import { auditSummary, authorName, changeSummary } from "../../src/ui/audits/audit-summary.ts";
import { propertiesIn } from "../../src/ui/expressions/typed-properties.ts";
import { contrastGates } from "../../src/ui/features/gate-contrast.ts";
import { actorsIn } from "../../src/ui/gates/actor-ids.ts";
import { percentageOf, shareOf } from "../../src/ui/gates/percentage.ts";
import { fuzzyMatch } from "../../src/ui/palette/fuzzy.ts";
import { decidingWords } from "../../src/ui/try/deciding-words.ts";
import { reasonSummary } from "../../src/ui/try/gate-reason-summary.ts";
import { triedActorsIn } from "../../src/ui/try/tried-actors.ts";

const plainId = /^[^\s,"][^\s,]*$/;

/** A text that `actorsIn` reads as the ids. */
function actorText(ids: readonly string[]): string {
  return ids.map((id) => (plainId.test(id) ? id : `"${id.replaceAll('"', '""')}"`)).join(", ");
}

describe("Pasted actors", () => {
  test("are apart by lines, commas and spaces; a semicolon is part of an id", () => {
    expect(actorsIn("User;1, User;2\r\nUser;3\tUser;4 ,, User;1\n").ids).toEqual([
      "User;1",
      "User;2",
      "User;3",
      "User;4",
    ]);
    expect(actorsIn(" \n,").ids).toEqual([]);
  });

  test("have white space and commas only in double quotes", () => {
    expect(actorsIn('"a, b" "say ""hi""" c').ids).toEqual(["a, b", 'say "hi"', "c"]);
    const ids = fc.uniqueArray(fc.string({ unit: "binary", minLength: 1, maxLength: 20 }));
    fc.assert(fc.property(ids, (all) => expect(actorsIn(actorText(all)).ids).toEqual(all)));
  });

  test("are the first column of several rows of a spreadsheet, each cell as one id", () => {
    const sheet = 'Id\tName\r\nUser;1\tAnn, B\nthe first\t"a\nb"\n"say ""hi"""\t\n';
    expect(actorsIn(sheet)).toMatchObject({
      ids: ["Id", "User;1", "the first", 'say "hi"'],
      columns: 2,
    });
    expect(actorsIn(sheet, true).ids).toEqual(["User;1", "the first", 'say "hi"']);
    expect(actorsIn("Id\nUser;1\nUser;2", true)).toMatchObject({
      ids: ["User;1", "User;2"],
      columns: 1,
      hasRows: true,
    });
    expect(actorsIn("User;1, User;2\nUser;3").hasRows).toBe(false);
    // One row may be a list, and rows of different lengths are no spreadsheet.
    expect(actorsIn("a\tb").ids).toEqual(["a", "b"]);
    expect(actorsIn("a\tb\nc").ids).toEqual(["a", "b", "c"]);
  });

  test("are counted in characters, of which an id has at most 1,024", () => {
    expect(actorsIn("😀".repeat(1_024)).tooLong).toBeNull();
    expect(actorsIn(`a ${"😀".repeat(1_025)}`).tooLong).toBe("😀".repeat(1_025));
  });
});

test("percentages are whole numbers from 0 to 100", () => {
  expect(["0", "7", "100"].map(percentageOf)).toEqual([0, 7, 100]);
  for (const typed of ["", "101", "-1", "1.5", "1e1", " 5", "0x1", "1000"]) {
    expect([typed, percentageOf(typed)]).toEqual([typed, null]);
  }
  expect(shareOf(1_513_621, 25)).toBe(380_000);
  expect(shareOf(1_513_621, 100)).toBe(1_513_621);
  expect(shareOf(30, 10)).toBe(3);
});

describe("Typed properties", () => {
  const read = (text: string) => propertiesIn(text).properties;

  test("have the types of JSON; what is no JSON is a text", () => {
    expect(read('plan = pro\nzip = 007\nseats = 14\n\nok=true\nid = "14"\na = b = c')).toEqual({
      plan: "pro",
      zip: "007",
      seats: 14,
      ok: true,
      id: "14",
      a: "b = c",
    });
    expect(read('tags = ["a", 1]')).toEqual({ tags: ["a", 1] });
    expect(read("")).toEqual({});
  });

  test("can be pasted as a JSON object, with any name", () => {
    const properties = read('{"__proto__": 1, "a": {"b": null}}');
    expect(JSON.stringify(properties)).toBe('{"__proto__":1,"a":{"b":null}}');
    expect(JSON.stringify(read("__proto__ = 1"))).toBe('{"__proto__":1}');
  });

  test("are refused with the line, and never rounded", () => {
    for (const [text, line] of [
      ["a = 1\nb", "Line 2"],
      ["= 1", "Line 1"],
      ["a = 1\na = 2", "Line 2"],
      ["a = 1\nb = 9007199254740993", "Line 2"],
      ['{"a":\n[9007199254740993]}', "Line 2"],
      ['{"a":\n}', "line 2"],
      ["[1]", "object"],
    ] as const) {
      expect([text, read(text)]).toEqual([text, null]);
      expect(propertiesIn(text).problem).toContain(line);
    }
  });
});

describe("A search in the palette", () => {
  const score = (text: string, label: string) =>
    fuzzyMatch(text, label)?.score ?? Number.NEGATIVE_INFINITY;

  test("finds each typed word, at the start of a word rather than inside", () => {
    expect(fuzzyMatch("set 25", "Set percentage of actors to 25%")?.marks).toEqual([
      [0, 3],
      [28, 30],
    ]);
    expect(fuzzyMatch("set 25", "Set owner")).toBeNull();
    expect(score("set", "settlement")).toBeGreaterThan(score("set", "new_set"));
    expect(score("set", "new_set")).toBeGreaterThan(score("set", "offset"));
    expect(score("set", "offset")).toBeGreaterThan(score("set", "search_event"));
  });

  test("finds letters in their order from the start of a word, and nothing else", () => {
    expect(fuzzyMatch("ckrd", "checkout_redesign")?.marks).toEqual([
      [0, 1],
      [4, 5],
      [9, 10],
      [11, 12],
    ]);
    expect(fuzzyMatch("zz", "checkout")).toBeNull();
    expect(fuzzyMatch("Straße", "straße")?.marks).toEqual([[0, 6]]);
    expect(fuzzyMatch("i", "\u0130i")?.marks).toEqual([]);
  });
});

describe("Tried actors", () => {
  const read = (text: string) => triedActorsIn(text).lines;

  test("are one in a line, with own properties after the id", () => {
    expect(read("User;1\n\n User;2 plan = pro, note = a, b, seats=14\n")).toEqual([
      { ids: ["User;1"], properties: {} },
      { ids: ["User;2"], properties: { plan: "pro", note: "a, b", seats: 14 } },
    ]);
    expect(read('User;3 {"plan": "a=b"}')).toEqual([
      { ids: ["User;3"], properties: { plan: "a=b" } },
    ]);
  });

  test("of one line are checked together; = in an id is no property", () => {
    expect(read("User;1, Company;2 plan = pro")).toEqual([
      { ids: ["User;1", "Company;2"], properties: { plan: "pro" } },
    ]);
    expect(read("gid=1")).toEqual([{ ids: ["gid=1"], properties: {} }]);
    expect(read('"x y = z" plan = pro')).toEqual([
      { ids: ["x y = z"], properties: { plan: "pro" } },
    ]);
    const hostile = ["a\nb", 'say "x"', "n = 1", "{}", " plan = pro"];
    for (const id of hostile) {
      expect(read(idsText([id]))).toEqual([{ ids: [id], properties: {} }]);
    }
  });

  test("are refused with the id of the line, and above ten", () => {
    expect(triedActorsIn("User;1 plan = pro, plan = free").problem).toContain("User;1: ");
    expect(triedActorsIn("x\n".repeat(11)).problem).toContain("At most 10 actors");
    const together = Array.from({ length: 100 }, (_, index) => `User;${index}`).join(" ");
    expect(triedActorsIn(together).problem).toBeNull();
    expect(triedActorsIn(`${together} User;100`).problem).toContain("At most 100 actors");
  });
});

test("the comparison that decided an expression is told in words", () => {
  const constant = (text: string): ExplainedTerm => ({
    operator: null,
    value: { type: "text", text },
    error: null,
    decidedBy: null,
    operands: [],
  });
  const property = (name: string, value: ExplainedTerm["value"]): ExplainedTerm => ({
    ...constant(name),
    operator: "Property",
    value,
    operands: [constant(name)],
  });
  const term = (
    operator: string,
    isTrue: boolean,
    operands: readonly ExplainedTerm[],
    decidedBy: number | null = null,
  ): ExplainedTerm => ({
    ...constant(""),
    operator,
    value: { type: "boolean", text: String(isTrue) },
    decidedBy,
    operands,
  });
  const plan = property("plan", { type: "text", text: "pro" });
  const isPro = term("Equal", true, [plan, constant("pro")]);
  const seats = property("seats", { type: "number", text: "14" });
  const isLarge = term("GreaterThan", false, [seats, constant("20")]);
  const missing = property("country", { type: "null", text: "null" });
  expect(decidingWords(isPro)).toBe("plan is pro");
  expect(decidingWords(term("All", false, [isPro, isLarge], 1))).toBe("seats 14 is not over 20");
  expect(decidingWords(term("Any", true, [isLarge, isPro], 1))).toBe("plan is pro");
  expect(decidingWords(term("All", true, [isPro, isPro]))).toBeNull();
  expect(decidingWords(term("Equal", false, [missing, constant("DE")]))).toBe(
    "country (not sent) is not DE",
  );
});

describe("Reasons", () => {
  test("of a bucket tell from which percentage on it is open", () => {
    const gate = "percentageOfActors";
    const closed = {
      gate,
      opens: false,
      bucket: 61_203,
      threshold: 25_000,
      percentage: 25,
      opensAbove: 61.204,
    } as const;
    expect(reasonSummary(closed)).toBe("bucket 61,203: matches from 62%, 37 points more");
    expect(reasonSummary({ ...closed, bucket: 25_000 })).toContain("from 26%, 1 point more");
    expect(reasonSummary({ ...closed, bucket: 99_999 })).toContain("matches from 100%");
    expect(reasonSummary({ ...closed, bucket: 3, opens: true })).toBe("bucket 3: matches from 1%");
    expect(reasonSummary({ ...closed, bucket: null })).toBe("needs an actor id");
  });

  test("of groups name those that nobody knows", () => {
    const reason = {
      gate: "groups",
      opens: false,
      groups: [
        { name: "admins", matches: false, isKnown: true },
        { name: "beta", matches: false, isKnown: false },
      ],
    } as const;
    expect(reasonSummary(reason)).toContain("; beta: its members are unknown");
  });
});

const audit: AuditRow = {
  id: 1,
  step: 1,
  at: 0,
  action: "percentage_of_actors",
  featureKey: "search",
  value: "25",
  actor: { type: "User", id: "7", name: null },
  before: "10",
  removed: null,
  cannotUndo: null,
  isOfGates: true,
  undoes: null,
  reason: null,
  links: [],
};

test("records are words, with what was before, who, and what a reset removed", () => {
  expect(auditSummary(audit)).toBe("Percentage of actors 10% → 25%");
  expect(auditSummary({ ...audit, before: null })).toBe("Percentage of actors set to 25%");
  expect(
    auditSummary({ ...audit, action: "enable", value: null, removed: { actors: 12, groups: 1 } }),
  ).toBe("Enabled for everyone; removed 12 actors, 1 group");
  const json = '{"Equal":[{"Property":["plan"]},"pro"]}';
  const expression = { ...audit, action: "enable_expression", value: json, before: json } as const;
  expect(auditSummary(expression)).toBe("Expression changed to: plan is pro");
  expect(changeSummary({ action: "enable_actor", value: "a", before: null, count: 3 })).toBe(
    "3 actors added",
  );
  expect(authorName(audit.actor)).toBe("a removed person (7)");
  expect(authorName({ type: "Token", id: "2", name: "deploy" })).toBe("deploy");
});

test("an override differs in the gates that differ", () => {
  const left: GatesSummary = {
    boolean: false,
    expression: null,
    hasExpression: false,
    groups: [],
    groupCount: 0,
    actorCount: 2,
    percentageOfActors: 25,
    percentageOfTime: 0,
  };
  expect(contrastGates(left, left)).toEqual([]);
  expect(contrastGates(left, { ...left, actorCount: 1, percentageOfActors: 60 })).toEqual([
    { gate: "actors", left: "2 actors", right: "1 actor" },
    { gate: "percentageOfActors", left: "25%", right: "60%" },
  ]);
});
