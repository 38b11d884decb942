import { expect, test } from "bun:test";
import { firstStart } from "../../../src/app/commands/first-start.ts";
import { setFinishedRule } from "../../../src/app/commands/project-commands.ts";
import { Draft } from "../../../src/core/model/draft.ts";
import { emptyState } from "../../../src/core/model/state.ts";

function started() {
  const draft = new Draft(emptyState, 1_000);
  firstStart(draft);
  return { draft, project: draft.state.projects.get(1) ?? expect.unreachable() };
}

test("a new project calls temporary features finished after 30 days, and can say otherwise", () => {
  const { draft, project } = started();
  expect(project).toMatchObject({ finishedAfterDays: 30, finishedLongevities: ["temporary"] });
  setFinishedRule(draft, project, {
    finishedAfterDays: 3_650,
    finishedLongevities: ["unset", "temporary", "unset"],
  });
  expect(draft.state.projects.get(1)).toEqual({
    ...project,
    finishedAfterDays: 3_650,
    finishedLongevities: ["temporary", "unset"],
  });
});

test.each([0, 3_651, 1.5, Number.NaN])("%p days are refused", (finishedAfterDays) => {
  const { draft, project } = started();
  const rule = { finishedAfterDays, finishedLongevities: [] };
  expect(() => setFinishedRule(draft, project, rule)).toThrow("an integer from 1 to 3650");
  expect(draft.state.projects.get(1)).toEqual(project);
});
