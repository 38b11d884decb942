import type { Snapshot } from "../../../app/snapshots/snapshot.ts";
import { SnapshotMemo } from "../../../app/snapshots/snapshot-memo.ts";
import type { Caller } from "../../../core/model/caller.ts";

/** Whether a group of that name is registered, or enabled for a feature. */
export type IsGroup = (caller: Caller, snapshot: Snapshot, name: string) => boolean;

const bytesPerName = 64;

/** The enabled groups with a comma in their names: only such a name could be mistaken for a list. */
const groupsWithComma = new SnapshotMemo(({ toggles }) => {
  const names = new Set(
    toggles.flatMap(({ gates }) => [...gates.groups].filter((group) => group.includes(","))),
  );
  const keptBytes = [...names].reduce((sum, name) => sum + 2 * name.length + bytesPerName, 0);
  return { names, keptBytes };
});

/** For a deployment in which unregistered groups may be enabled; `name` has a comma. */
export function isRegisteredOrEnabled(registered: ReadonlySet<string>): IsGroup {
  return (_caller, snapshot, name) =>
    registered.has(name) || groupsWithComma.of(snapshot).names.has(name);
}
