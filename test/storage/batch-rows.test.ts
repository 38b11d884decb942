import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { closedGates, type Gates } from "../../src/core/evaluation/gates.ts";
import { including, sortedSet } from "../../src/core/evaluation/sorted-set.ts";
import { applyChange } from "../../src/core/model/apply-change.ts";
import type { Change } from "../../src/core/model/change.ts";
import { emptyState, type State } from "../../src/core/model/state.ts";
import { compareUtf8 } from "../../src/core/text/compare-utf8.ts";
import { sharedBatchTexts } from "../../src/storage/postgres/batch-rows.ts";
import { escapedText, unescapedText } from "../../src/storage/postgres/escaped-text.ts";
import {
  laterOperations,
  rowOperations,
  storableJson,
} from "../../src/storage/postgres/written-rows.ts";
import {
  audit,
  environment,
  feature,
  foundation,
  session,
  written,
} from "../contract/sample-entities.ts";
import { sampleDelivery, sampleEvent, sampleWebhook } from "../contract/webhook-examples.ts";

function ends({ auditSequences }: State, environmentId: number) {
  return { sequence: auditSequences.get(environmentId) ?? 0, hash: null };
}

function rowsOf(before: readonly Change[], changes: readonly Change[]) {
  const state = [...foundation, ...before].reduce(applyChange, emptyState);
  const after = changes.reduce(applyChange, state);
  const steps = sharedBatchTexts(
    { id: "", changes, before: state, after, position: 1 },
    { installation: "", endOf: (id) => ends(state, id), hashAt: () => null },
  );
  let step = steps.next();
  while (step.done !== true) {
    step = steps.next();
  }
  const written = { ...JSON.parse(step.value.rows), ...JSON.parse(step.value.laterRows) };
  return { ...step.value, written };
}

const many: Gates = {
  ...closedGates,
  actors: sortedSet(Array.from({ length: 99_000 }, (_, index) => `User;${index}`)),
};
const place = { environment_id: 1, feature_id: 1 };
const recorded = (featureKey: string): Change => ({
  kind: "audit.recorded",
  audit: audit({ featureKey }),
});
const opened = (count: number): Change[] =>
  Array.from({ length: count }, (_, index) =>
    written(1, null, { ...closedGates, percentageOfTime: index + 1 }),
  );

/** What is stored before, the changes, and the rows that they write. */
const rows: Readonly<Record<string, readonly [readonly Change[], readonly Change[], object]>> = {
  "nothing for no changes": [[], [], {}],
  "the last of many writes of the same gates": [
    [],
    opened(5),
    {
      gates: [
        {
          ...place,
          boolean: false,
          expression: null,
          percentage_of_actors: 0,
          percentage_of_time: 5,
        },
      ],
    },
  ],
  "one actor more of 99,000": [
    [written(1, closedGates, many)],
    [written(1, many, { ...many, actors: including(many.actors, "é") })],
    { "members added": [{ ...place, gate: "actors", members: ["é"] }] },
  ],
  "one row for 99,000 actors less": [
    [written(1, closedGates, many)],
    [written(1, many, closedGates)],
    { "members cleared": [{ ...place, gate: "actors" }] },
  ],
  "nothing of what is removed again": [
    [],
    [
      { kind: "feature.saved", feature: feature(9) },
      { kind: "environment.created", environment: environment(9) },
      { kind: "gates.written", environmentId: 9, feature: feature(9), before: null, after: many },
      { kind: "audit.recorded", audit: audit({ environmentId: 9 }) },
      { kind: "webhook.saved", webhook: sampleWebhook(9, { environmentId: 9 }) },
      { kind: "webhook_delivery.recorded", delivery: sampleDelivery(1, { webhookId: 9 }) },
      { kind: "webhook_events.recorded", events: [sampleEvent(1, { environmentId: 9 })] },
      { kind: "session.saved", session: session("a") },
      { kind: "sessions.ended", hashes: ["session-a"] },
      { kind: "feature.removed", feature: feature(9) },
      { kind: "environment.deleted", environmentId: 9 },
    ],
    {
      "features removed": [{ id: 9 }],
      "environments removed": [{ id: 9 }],
      "sessions removed": [{ hash: "session-a" }],
      "remove comments of-subjects": [{ subject: "feature:9" }],
    },
  ],
  "audits with their sequences, without those that are removed again": [
    [recorded("a"), recorded("b")],
    [recorded("c"), { kind: "audits.removed", environmentId: 1, through: 3 }, recorded("d")],
    {
      "audits removed": [{ environment_id: 1, through: 3 }],
      "update environments": [{ id: 1, removed_hash: null }],
      "add audits": [
        expect.objectContaining({ sequence: 4, feature_key: "d", audited: [null], hashes: [null] }),
      ],
      "last audits": [{ id: 1, last_audit: 4 }],
    },
  ],
};

test.each(Object.entries(rows))("a batch writes %s", (_, [before, changes, expected]) => {
  expect(rowsOf(before, changes).written).toEqual(expected);
});

test("the log has differences of gates, also of large ones", () => {
  const more = { ...many, actors: including(many.actors, "é") };
  const { changes } = rowsOf([written(1, closedGates, many)], [written(1, many, more)]);
  expect(changes.length).toBeLessThan(300);
  expect(changes).toContain("é");
});

function branches(file: string): readonly (string | undefined)[] {
  const text = readFileSync(join(import.meta.dir, "../../drizzle/postgres", file), "utf8");
  return Array.from(text.matchAll(/^ {4}when '([a-z ]+)' then$/gm), ([, name]) => name);
}

test.each([
  // Servers of an earlier version write audits without hashes.
  ["0001_commit_1.sql", [...rowOperations, "audits"]],
  [
    "0011_governance.sql",
    Object.values(laterOperations).filter((each) => !/^(insert|save|update|remove) /.test(each)),
  ],
])("every operation has its branch in the function of %s, and the reverse", (file, operations) => {
  expect(branches(file).toSorted()).toEqual([...operations].toSorted());
});

const unit = fc.constantFrom(
  "\0",
  "\u0001",
  "0",
  "1",
  "\\",
  '"',
  "u0000",
  "a",
  "é",
  "🎉",
  "\u0002",
);
const anyString = fc.array(unit, { maxLength: 6 }).map((parts) => parts.join(""));

test("every text is stored without U+0000, comes back as it was, and keeps its order", () => {
  fc.assert(
    fc.property(anyString, anyString, (left, right) => {
      expect(escapedText(left)).not.toContain("\0");
      expect(unescapedText(escapedText(left))).toBe(left);
      const order = Math.sign(compareUtf8(escapedText(left), escapedText(right)));
      expect(order).toBe(Math.sign(compareUtf8(left, right)));
    }),
  );
});

test("strings in JSON are stored as texts are, also JSON in JSON", () => {
  fc.assert(
    fc.property(anyString, (text) => {
      const json = storableJson(JSON.stringify({ [text]: [text, JSON.stringify(text)] }));
      expect(JSON.parse(json)).toEqual({
        [escapedText(text)]: [escapedText(text), JSON.stringify(text)],
      });
    }),
  );
  expect(JSON.parse(storableJson(JSON.stringify("a\ud800b")))).toBe("a\ufffdb");
});
