import { Map as ImmutableMap } from "immutable";
import type { RetiredKeyChange } from "./change.ts";
import type { RetiredKey } from "./retired-key.ts";
import type { State } from "./state.ts";

/** The state after a change of retired keys. */
export function applyRetiredChange(state: State, change: RetiredKeyChange): State {
  switch (change.kind) {
    case "key.retired": {
      const { projectId, key } = change.retired;
      const keys = state.retiredKeys.get(projectId) ?? ImmutableMap<string, RetiredKey>();
      return {
        ...state,
        retiredKeys: state.retiredKeys.set(projectId, keys.set(key, change.retired)),
      };
    }
    case "key.freed": {
      const keys = state.retiredKeys.get(change.projectId)?.delete(change.key);
      return {
        ...state,
        retiredKeys:
          keys === undefined || keys.isEmpty()
            ? state.retiredKeys.delete(change.projectId)
            : state.retiredKeys.set(change.projectId, keys),
      };
    }
    case "project.retires_keys":
      return {
        ...state,
        retiringProjects: change.isOn
          ? state.retiringProjects.add(change.projectId)
          : state.retiringProjects.delete(change.projectId),
      };
  }
}
