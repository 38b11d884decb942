import { expect, test } from "bun:test";
import { noteExplainedChange } from "../../../src/app/commands/note-explained-change.ts";
import { Draft } from "../../../src/core/model/draft.ts";
import { emptyState } from "../../../src/core/model/state.ts";
import { audit, environment } from "../../contract/sample-entities.ts";

test("the act of a change with many audits is recorded in steps", () => {
  const draft = new Draft(emptyState, 5);
  for (let count = 0; count < 1_000; count++) {
    draft.record({ kind: "audit.recorded", audit: audit() });
  }
  const actor = { type: "User", id: "1" } as const;
  const caller = { environment: environment(1), actor, userId: 1, token: null };
  expect([...noteExplainedChange(draft, caller)]).toHaveLength(0);
  expect([...noteExplainedChange(draft, { ...caller, reason: "OPS-12" })]).toHaveLength(1_000);
  expect(draft.changes.at(-1)).toMatchObject({
    ...{ kind: "act.recorded", act: { kind: "change", details: { last_audit: 1_000 } } },
  });
});
