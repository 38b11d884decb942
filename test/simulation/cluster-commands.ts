import type { Command, SteppedCommand } from "../../src/app/writer/writer.ts";
import { GatehouseError } from "../../src/core/errors.ts";
import { closedGates } from "../../src/core/evaluation/gates.ts";
import { sortedSet } from "../../src/core/evaluation/sorted-set.ts";
import type { Change } from "../../src/core/model/change.ts";
import type { State } from "../../src/core/model/state.ts";
import { audit, feature } from "../contract/sample-entities.ts";

/** The latest actors that a command keeps, so that runs with many commands stay fast. */
const actorsMax = 20;

/** Adds an actor to a feature that all commands change, with an audit. */
export function writing(name: string): Command<string> {
  return (draft) => {
    const known = draft.state.toggles.get(1)?.get("feature-1")?.gates ?? null;
    const before = known ?? closedGates;
    const actors = sortedSet([...before.actors, name].slice(-actorsMax));
    draft.record({
      kind: "gates.written",
      environmentId: 1,
      feature: feature(1),
      before: known,
      after: { ...before, actors },
    });
    draft.record({ kind: "audit.recorded", audit: audit({ value: name }) });
    return name;
  };
}

/** As `writing`, after steps that take time; `step` lets it pass. Other work runs between them. */
export function writingInSteps(
  name: string,
  count: number,
  step: () => void,
): SteppedCommand<string> {
  return function* (draft) {
    for (let left = count; left > 0; left--) {
      step();
      yield;
    }
    return writing(name)(draft);
  };
}

/** Creates a feature, with an audit. Answers with its id, which no other feature has. */
export function creating(name: string): Command<string> {
  return (draft) => {
    const id = draft.nextId("feature");
    draft.record({ kind: "feature.saved", feature: feature(id, { key: name }) });
    draft.record({ kind: "audit.recorded", audit: audit({ value: name }) });
    return name;
  };
}

/** Answers with the number of audits that the command sees. It changes nothing. */
export const reading: Command<string> = (draft) => String(auditsIn(draft.state));

export function auditsIn(state: State): number {
  return state.auditSequences.get(1) ?? 0;
}

export const refusing: Command<never> = () => {
  throw new GatehouseError("feature_not_found");
};

/** The names of the commands in the changes of a commit. */
export function namesIn(changes: readonly Change[]): readonly string[] {
  return changes.flatMap((change) =>
    change.kind === "audit.recorded" && change.audit.value !== null ? [change.audit.value] : [],
  );
}

/** A text that differs for states after different commands. */
export function shownState(state: State): string {
  const actors = state.toggles.get(1)?.get("feature-1")?.gates.actors ?? [];
  return `${auditsIn(state)} ${state.revisions.get(1) ?? 0} ${[...actors].join()}`;
}
