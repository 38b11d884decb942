import { expect, test } from "bun:test";
import { type Act, actBody } from "../../../src/core/model/act.ts";
import { applyChange } from "../../../src/core/model/apply-change.ts";
import type { Change } from "../../../src/core/model/change.ts";
import { Draft } from "../../../src/core/model/draft.ts";
import { emptyState } from "../../../src/core/model/state.ts";
import { changeExamples } from "../../contract/change-examples.ts";
import { foundation } from "../../contract/sample-entities.ts";

function actsOf(changes: readonly Change[]): readonly Act[] {
  const draft = new Draft(foundation.reduce(applyChange, emptyState), 5);
  draft.author = "User 1";
  for (const change of changes) {
    draft.record(change);
  }
  return draft.changes.flatMap((change) => (change.kind === "act.recorded" ? [change.act] : []));
}

const secretFields = /hash|sealed|publicKey|secrets/;

function secretsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([name, member]) =>
    secretFields.test(name) && typeof member === "string" && member.length > 3
      ? [member]
      : secretsIn(member),
  );
}

const rows = Object.entries(changeExamples).flatMap(([kind, cases]) =>
  Object.entries(cases).map(([name, changes]) => [`${kind}: ${name}`, changes] as const),
);

test.each(rows)("no act has a secret, or the hash of one: %s", (_, changes) => {
  const secrets = secretsIn(changes.filter(({ kind }) => kind !== "acts.copied"));
  for (const act of actsOf(changes)) {
    const body = actBody(act, null);
    for (const secret of secrets) {
      expect(body).not.toContain(JSON.stringify(secret));
    }
  }
});

test("the author of the draft is the author of the act", () => {
  const [act] = actsOf([{ kind: "group.added", projectId: 1, name: "staff" }]);
  expect(act).toEqual({
    kind: "group.added",
    actor: { type: "User", id: "1" },
    at: 5,
    details: { project: 1, group: "staff" },
  });
});
