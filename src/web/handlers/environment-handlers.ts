import { createEnvironment, deleteEnvironment } from "../../commands/environment-commands.ts";
import { environmentsOfName, parseEnvironmentName } from "../../commands/environment-name.ts";
import { requireValidCaller } from "../../commands/require-valid-caller.ts";
import type { Environment } from "../../model/environment.ts";
import { stateOfKind } from "../../model/environment-state-names.ts";
import { personOf } from "../../model/person.ts";
import type { State } from "../../model/state.ts";
import { productionOf } from "../../model/state-lookups.ts";
import { isActive } from "../../model/token.ts";
import type {
  ComparedFeature as Compared,
  Comparison,
} from "../../services/compare-environments.ts";
import { featureStateOf, type Gates } from "../../toggles/gates.ts";
import type { ComparedFeature, EnvironmentRow } from "../contract/environment-routes.ts";
import { objectWithRows, streamedJson } from "../json-answers.ts";
import type { HandlersOf } from "../serve.ts";
import { UiRefusal } from "../ui-refusal.ts";
import { gatesSummary } from "./gates-summary.ts";
import {
  callerIn,
  environmentOfId,
  type UiDependencies,
  uiProject,
  written,
} from "./ui-dependencies.ts";

type EnvironmentRoute =
  | "GET /environments"
  | "POST /environments"
  | "DELETE /environments/:environment"
  | "GET /compare";

const order = ["production", "custom", "personal"] as const;

/** Environments of the project, and what differs between two of them. */
export function environmentHandlers(deps: UiDependencies): HandlersOf<EnvironmentRoute> {
  const { services, now, hostGroups } = deps;
  const { writer, features, snapshots } = services;
  return {
    "GET /environments"() {
      const { state } = writer;
      const isMountable = hostGroups !== undefined;
      const shown = [...state.environments.values()]
        .filter(({ projectId, kind }) => {
          return projectId === uiProject(state).id && (!isMountable || kind === "production");
        })
        .sort(
          (left, right) =>
            order.indexOf(left.kind) - order.indexOf(right.kind) || left.id - right.id,
        );
      const active = activeTokenCounts(state, now());
      return { environments: shown.map((each) => environmentRow(state, each, active)) };
    },

    async "POST /environments"(input) {
      const { name, slug } = parseEnvironmentName(input.body.name);
      const production = productionOf(writer.state, uiProject(writer.state).id);
      const caller = callerIn(writer.state, production, input.caller);
      const environment = await writer.submit((draft) => {
        requireValidCaller(draft, caller);
        const { projectId } = production;
        if (environmentsOfName(draft.state, projectId, name).length > 0) {
          throw new UiRefusal("environment_name_taken", { place: "name" });
        }
        return createEnvironment(draft, {
          projectId,
          name,
          slug,
          kind: "custom",
          creatorTokenId: null,
        });
      });
      return {
        ...written(writer.state),
        environment: environmentRow(writer.state, environment, new Map()),
      };
    },

    async "DELETE /environments/:environment"(input) {
      const environment = environmentOfId(writer.state, input.params.environment);
      const caller = callerIn(writer.state, environment, input.caller);
      await writer.submit((draft) => {
        requireValidCaller(draft, caller);
        if (environment.kind !== "custom") {
          throw new UiRefusal("environment_fixed");
        }
        if (input.body.typed !== environment.name) {
          throw new UiRefusal("name_wrong", { place: "typed" });
        }
        deleteEnvironment(draft, environment);
      });
      return written(writer.state);
    },

    async "GET /compare"({ query, request }) {
      const { state } = writer;
      const left = environmentOfId(state, query.a);
      const right = environmentOfId(state, query.b);
      const [ofLeft, ofRight] = [snapshots.of(state, left), snapshots.of(state, right)];
      const comparison: Comparison = await features.compare(left, right);
      const { featureCount, differingCount: differentCount } = comparison;
      const rows = comparedRows(comparison, ofLeft, ofRight);
      return streamedJson(
        request,
        objectWithRows({ featureCount, differentCount }, "features", rows),
      );
    },
  };
}

interface FoundToggles {
  find(key: string): { readonly gates: Gates } | undefined;
}

function* comparedRows(
  { features }: Comparison,
  left: FoundToggles,
  right: FoundToggles,
): Generator<ComparedFeature> {
  for (const compared of features) {
    const [ofLeft, ofRight] = [left.find(compared.key), right.find(compared.key)];
    if (ofLeft !== undefined && ofRight !== undefined) {
      yield comparedFeature(compared, ofLeft.gates, ofRight.gates);
    }
  }
}

function comparedFeature({ key, gates }: Compared, left: Gates, right: Gates): ComparedFeature {
  const actors = gates.find(({ gate }) => gate === "actors");
  const only = actors !== undefined && "onlyLeft" in actors ? actors : undefined;
  return {
    key,
    isDifferent: gates.length > 0,
    left: { state: featureStateOf(left), gates: gatesSummary(left) },
    right: { state: featureStateOf(right), gates: gatesSummary(right) },
    actorsOnlyLeft: only?.onlyLeft.count ?? 0,
    actorsOnlyRight: only?.onlyRight.count ?? 0,
  };
}

/** The active tokens of each environment. */
function activeTokenCounts({ tokens }: State, now: number): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const token of tokens.values()) {
    if (isActive(token, now)) {
      counts.set(token.environmentId, (counts.get(token.environmentId) ?? 0) + 1);
    }
  }
  return counts;
}

function environmentRow(
  state: State,
  environment: Environment,
  activeTokens: ReadonlyMap<number, number>,
): EnvironmentRow {
  const { id, slug, name, kind, createdAt, memberId } = environment;
  return {
    id,
    slug,
    name,
    state: stateOfKind(kind),
    createdAt,
    member: personOf(state, memberId),
    overrideCount: kind === "production" ? 0 : (state.toggles.get(id)?.size ?? 0),
    activeTokenCount: activeTokens.get(id) ?? 0,
  };
}
