import { addGroup, removeGroup } from "../../commands/group-commands.ts";
import { setPlan } from "../../commands/plan-commands.ts";
import { setFinishedRule } from "../../commands/project-commands.ts";
import { requireValidCaller } from "../../commands/require-valid-caller.ts";
import type { Draft } from "../../model/draft.ts";
import { firstOrganization } from "../../model/first-organization.ts";
import { groupTellers } from "../../model/group-tellers.ts";
import type { State } from "../../model/state.ts";
import { productionOf } from "../../model/state-lookups.ts";
import { sortUtf8 } from "../../text/compare-utf8.ts";
import { quote } from "../../text/quote.ts";
import { requireGroupName } from "../../toggles/group-name.ts";
import type { GroupRow } from "../contract/setting-routes.ts";
import type { HandlerInput, HandlersOf } from "../serve.ts";
import { UiRefusal } from "../ui-refusal.ts";
import { limitOverrides, limitRows } from "./plan-limits.ts";
import { callerIn, type UiDependencies, uiProject, written } from "./ui-dependencies.ts";

type SettingRoute =
  | "GET /groups"
  | "POST /groups"
  | "DELETE /groups/:group"
  | "PUT /groups-policy"
  | "GET /plan"
  | "PUT /plan"
  | "GET /cleanup"
  | "PUT /cleanup"
  | "GET /about";

type Author = Pick<HandlerInput<"GET /about">, "caller">;

/** Settings of the project and the organization. */
export function settingHandlers(deps: UiDependencies): HandlersOf<SettingRoute> {
  const { services, now, hostGroups, about } = deps;
  const { writer } = services;

  /** Checks the author's role again when the command runs. */
  async function change(author: Author, work: (draft: Draft) => void) {
    const production = productionOf(writer.state, uiProject(writer.state).id);
    const caller = callerIn(writer.state, production, author.caller);
    await writer.submit((draft) => {
      requireValidCaller(draft, caller);
      work(draft);
    });
    return written(writer.state);
  }

  return {
    "GET /groups": () => ({
      groups: groupRows(writer.state, hostGroups),
      isStrict: hostGroups === undefined && uiProject(writer.state).isStrictAboutGroups,
    }),
    "POST /groups": (input) =>
      change(input, (draft) => {
        addGroup(draft, uiProject(draft.state).id, requireGroupName(input.body.name));
      }),
    "DELETE /groups/:group": (input) =>
      change(input, (draft) => {
        const name = input.params.group;
        refuseUsedGroup(draft.state, hostGroups, name);
        removeGroup(draft, uiProject(draft.state).id, name);
      }),
    "PUT /groups-policy": (input) =>
      change(input, (draft) => {
        const project = uiProject(draft.state);
        const { isStrict } = input.body;
        if (project.isStrictAboutGroups !== isStrict) {
          const saved = { ...project, isStrictAboutGroups: isStrict };
          draft.record({ kind: "project.saved", project: saved });
        }
      }),

    "GET /plan"() {
      const organization = firstOrganization(writer.state);
      return {
        plan: organization.plan,
        limits: limitRows(writer.state, organization, now()),
      };
    },
    "PUT /plan"(input) {
      const overrides = limitOverrides(input.body.limits);
      return change(input, (draft) => {
        setPlan(draft, firstOrganization(draft.state), input.body.plan, overrides);
      });
    },

    "GET /cleanup"() {
      const { finishedAfterDays, finishedLongevities } = uiProject(writer.state);
      return { days: finishedAfterDays, longevities: finishedLongevities };
    },
    "PUT /cleanup": (input) =>
      change(input, (draft) => {
        const { days, longevities } = input.body;
        setFinishedRule(draft, uiProject(draft.state), {
          finishedAfterDays: days,
          finishedLongevities: longevities,
        });
      }),

    "GET /about": () => about(),
  };
}

/** The list names groups that gates have, so that removing a used one would change nothing. */
function refuseUsedGroup(
  state: State,
  hostGroups: ReadonlySet<string> | undefined,
  name: string,
): void {
  const row = groupRows(state, hostGroups).find((each) => each.name === name);
  const count = row?.featureCount ?? 0;
  if (count > 0) {
    const used = count === 1 ? "1 feature uses" : `${count} features use`;
    throw new UiRefusal("group_used", {
      message: `${used} the group ${quote(name)}; remove it from their gates first`,
    });
  }
}

function groupRows(state: State, hostGroups: ReadonlySet<string> | undefined): readonly GroupRow[] {
  const project = uiProject(state);
  const keysByGroup = new Map<string, Set<string>>();
  for (const { id, projectId } of state.environments.values()) {
    if (projectId === project.id) {
      for (const [key, { gates }] of state.toggles.get(id) ?? []) {
        for (const group of gates.groups) {
          keysByGroup.set(group, (keysByGroup.get(group) ?? new Set()).add(key));
        }
      }
    }
  }
  const tellers = groupTellers(state, project.id);
  const registered = hostGroups ?? new Set(state.groups.get(project.id) ?? []);
  return sortUtf8([...registered.union(new Set(keysByGroup.keys()))]).map((name) => ({
    name,
    featureCount: keysByGroup.get(name)?.size ?? 0,
    isFromHost: hostGroups?.has(name) === true,
    toldBy: (tellers.get(name) ?? []).map(({ id }) => id),
  }));
}
