import { Map as ImmutableMap } from "immutable";

/**
 * The bytes of gate values, which quotas limit (docs/decisions.md#quotas). Every change of gates
 * adds its difference, so that a write counts only what it changes. Sums of 0 are left out.
 */
export interface StoredBytes {
  /** The bytes of the gates that were written in an environment itself, by environment. */
  readonly byEnvironment: ImmutableMap<number, number>;
  /** The bytes of all environments of a project, by project. */
  readonly byProject: ImmutableMap<number, number>;
}

export const noStoredBytes: StoredBytes = Object.freeze({
  byEnvironment: ImmutableMap<number, number>(),
  byProject: ImmutableMap<number, number>(),
});

/** The environment and project of gates whose bytes change. */
export interface StoredScope {
  readonly environmentId: number;
  readonly projectId: number;
}

/** The sums after adding `bytes` to an environment; `bytes` may be negative. */
export function addStoredBytes(
  sums: StoredBytes,
  { environmentId, projectId }: StoredScope,
  bytes: number,
): StoredBytes {
  return bytes === 0
    ? sums
    : {
        byEnvironment: withAdded(sums.byEnvironment, environmentId, bytes),
        byProject: withAdded(sums.byProject, projectId, bytes),
      };
}

function withAdded(
  sums: ImmutableMap<number, number>,
  id: number,
  bytes: number,
): ImmutableMap<number, number> {
  const sum = (sums.get(id) ?? 0) + bytes;
  return sum === 0 ? sums.delete(id) : sums.set(id, sum);
}
