import type { State } from "../../src/core/model/state.ts";

const utf8 = new TextEncoder();
const bytesOf = (text: string) => utf8.encode(text).length;

/** The bytes of gate values, counted from every toggle of a state, in the order of ids. */
export function countedBytes(state: State) {
  const byEnvironment = new Map<number, number>();
  const byProject = new Map<number, number>();
  for (const [id, toggles] of state.toggles) {
    let bytes = 0;
    for (const { key, gates } of toggles.values()) {
      const expression = gates.expression === null ? "" : JSON.stringify(gates.expression);
      for (const text of [key, expression, ...gates.groups, ...gates.actors]) {
        bytes += bytesOf(text);
      }
    }
    const projectId = state.environments.get(id)?.projectId ?? Number.NaN;
    if (bytes > 0) {
      byEnvironment.set(id, bytes);
      byProject.set(projectId, (byProject.get(projectId) ?? 0) + bytes);
    }
  }
  return { byEnvironment: sorted(byEnvironment), byProject: sorted(byProject) };
}

/** The sums that a state keeps, in the same form. */
export function keptBytes({ storedBytes }: State) {
  return {
    byEnvironment: sorted(storedBytes.byEnvironment),
    byProject: sorted(storedBytes.byProject),
  };
}

function sorted(sums: Iterable<readonly [number, number]>) {
  return [...sums].sort(([left], [right]) => left - right);
}
