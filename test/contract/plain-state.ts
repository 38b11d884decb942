import type { Map as ImmutableMap, Set as ImmutableSet } from "immutable";
import type { State } from "../../src/core/model/state.ts";

/**
 * A state as sorted lists, to compare two states. Leaves out empty sets and the revision 0, which
 * no rule distinguishes from missing ones.
 */
export function plainState(state: State) {
  return {
    organizations: rows(state.organizations),
    projects: rows(state.projects),
    users: rows(state.users),
    organizationMembers: filled(state.organizationMembers.map((members) => rows(members))),
    projectMembers: sets(state.projectMembers),
    environments: rows(state.environments),
    productions: rows(state.productions),
    tokens: rows(state.tokens),
    groups: sets(state.groups),
    features: filled(state.features.map((features) => rows(features))),
    toggles: filled(
      state.toggles.map((toggles) => rows(toggles.map(({ key, gates }) => ({ key, gates })))),
    ),
    revisions: rows(state.revisions.filter((revision) => revision !== 0)),
    bytesByEnvironment: rows(state.storedBytes.byEnvironment),
    bytesByProject: rows(state.storedBytes.byProject),
    endedPreviewTokens: [...state.endedPreviewTokens],
    auditSequences: rows(state.auditSequences),
    clockMark: state.clockMark,
    passwords: rows(state.passwords),
    signInLinks: rows(state.signInLinks),
    sessions: rows(state.sessions),
    passkeys: rows(state.passkeys),
    personalTokens: rows(state.personalTokens),
    webhooks: rows(state.webhooks),
    views: rows(state.views),
    policies: rows(state.policies),
    requests: rows(state.requests),
    rollouts: rows(state.rollouts),
    retiredKeys: filled(state.retiredKeys.map((keys) => rows(keys))),
    retiringProjects: [...state.retiringProjects].sort(order),
    signOn: rows(state.signOn),
    replicas: rows(state.replicas),
    lastIds: state.lastIds,
  };
}

type Row<Key, Value> = readonly [Key, Value];

function rows<Key extends number | string, Value>(
  map: ImmutableMap<Key, Value>,
): readonly Row<Key, Value>[] {
  return [...map.entries()].sort(([left], [right]) => order(left, right));
}

function sets<Member extends number | string>(map: ImmutableMap<number, ImmutableSet<Member>>) {
  return filled(map.map((set) => [...set].sort(order)));
}

function filled<Value>(map: ImmutableMap<number, readonly Value[]>) {
  return rows(map.filter((values) => values.length > 0));
}

function order<Key extends number | string>(left: Key, right: Key): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
