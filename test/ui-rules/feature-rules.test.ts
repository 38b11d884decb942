import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { AuditRow } from "../../src/api/admin/contract/audit-models.ts";
import type { GatesSummary } from "../../src/api/admin/contract/feature-models.ts";
import {
  auditSummary,
  authorName,
  changeSummary,
  replacedExpression,
} from "../../src/ui/audits/audit-summary.ts";
import { contrastGates } from "../../src/ui/features/gate-contrast.ts";
import { actorsIn } from "../../src/ui/gates/actor-ids.ts";
import { percentageOf, shareOf } from "../../src/ui/gates/percentage.ts";
import { reasonSummary } from "../../src/ui/try/gate-reason-summary.ts";
import { propertiesIn } from "../../src/ui/try/typed-properties.ts";

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

describe("Reasons", () => {
  test("of a bucket tell from which percentage on it is open", () => {
    const gate = "percentageOfActors";
    const closed = {
      gate,
      opens: false,
      bucket: 61_203,
      threshold: 25_000,
      percentage: 25,
    } as const;
    expect(reasonSummary(closed)).toBe("bucket 61,203: matches from 62% (37 points more)");
    expect(reasonSummary({ ...closed, bucket: 25_000 })).toContain(
      "matches from 26% (1 point more)",
    );
    expect(reasonSummary({ ...closed, bucket: 99_999 })).toContain("matches at 100%");
    expect(reasonSummary({ ...closed, bucket: 3, opens: true })).toBe("bucket 3, below 25,000");
    expect(reasonSummary({ gate, opens: false, percentage: 25 })).toBe("needs an actor id");
  });

  test("of groups name those that nobody knows", () => {
    const reason = {
      gate: "groups",
      opens: false,
      matched: [],
      unknown: ["beta"],
      count: 2,
    } as const;
    expect(reasonSummary(reason)).toContain("beta: its members are unknown");
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
  expect(replacedExpression(expression)).toBe("plan is pro");
  expect(changeSummary({ action: "enable_actor", value: "a", before: null, count: 3 })).toBe(
    "3 actors added",
  );
  expect(authorName(audit.actor)).toBe("by a removed person (7)");
  expect(authorName({ type: "Token", id: "2", name: "deploy" })).toBe("by the token deploy");
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
