import { GatehouseError } from "../../../core/errors.ts";
import type { State } from "../../../core/model/state.ts";
import { webhooksByGroup } from "../../../core/model/webhooks-by-group.ts";
import { sortUtf8 } from "../../../core/text/compare-utf8.ts";
import { quote } from "../../../core/text/quote.ts";
import type { GroupRow } from "../contract/group-models.ts";

/** A group may be in the gates of thousands of features. */
const namedFeaturesMax = 20;

interface UsedGroup {
  readonly hostGroups: ReadonlySet<string> | undefined;
  readonly name: string;
}

/**
 * The list also names groups that gates have, so removing a used group would have no visible effect.
 */
export function refuseUsedGroup(
  state: State,
  projectId: number,
  { hostGroups, name }: UsedGroup,
): void {
  const row = groupRows(state, projectId, hostGroups).find((each) => each.name === name);
  const count = row?.featureCount ?? 0;
  if (count > 0) {
    const used = count === 1 ? "1 feature uses" : `${count} features use`;
    throw new GatehouseError("group_used", {
      message: `${used} the group ${quote(name)}; remove it from their gates first`,
    });
  }
}

export function groupRows(
  state: State,
  askedProjectId: number,
  hostGroups: ReadonlySet<string> | undefined,
): readonly GroupRow[] {
  const keysByGroup = new Map<string, Set<string>>();
  for (const { id, projectId } of state.environments.values()) {
    if (projectId === askedProjectId) {
      for (const [key, { gates }] of state.toggles.get(id) ?? []) {
        for (const group of gates.groups) {
          keysByGroup.set(group, (keysByGroup.get(group) ?? new Set()).add(key));
        }
      }
    }
  }
  const webhooks = webhooksByGroup(state, askedProjectId);
  const registered = hostGroups ?? new Set(state.groups.get(askedProjectId) ?? []);
  return sortUtf8([...registered.union(new Set(keysByGroup.keys()))]).map((name) => ({
    name,
    featureCount: keysByGroup.get(name)?.size ?? 0,
    features: sortUtf8([...(keysByGroup.get(name) ?? [])]).slice(0, namedFeaturesMax),
    isRegistered: registered.has(name),
    isFromHost: hostGroups?.has(name) === true,
    toldBy: (webhooks.get(name) ?? []).map(({ id, name: webhook }) => ({ id, name: webhook })),
  }));
}
