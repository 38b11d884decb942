import { mountableCaller } from "../api/common/access/mountable-access.ts";
import type { Services } from "../app/services/services.ts";
import type { Actor } from "../core/evaluation/actor-context.ts";
import { requireActorId } from "../core/evaluation/actor-id.ts";
import { exactFeatureKey, normalizeFeatureKey } from "../core/evaluation/feature-key.ts";
import type { GateChange } from "../core/evaluation/gate-change.ts";
import { featureStateOf } from "../core/evaluation/gates.ts";
import { requireGroupName } from "../core/evaluation/group-name.ts";
import type { Toggle } from "../core/evaluation/toggle.ts";
import type { Caller } from "../core/model/caller.ts";
import { parsePercentage } from "../core/percentages/percentage.ts";
import type {
  ActorArgument,
  FeatureInfo,
  GateActor,
  InProcessToggles,
} from "./in-process-toggles.ts";

/** The toggles of a mountable deployment in the application's process. */
export function createInProcessToggles(services: Services): InProcessToggles {
  const { writer, features } = services;
  const whenSetUp = orderedAfter(services);

  async function change(
    feature: string,
    gateChange: () => GateChange,
    options: { readonly allowsAnyGroup?: boolean } = {},
  ): Promise<FeatureInfo> {
    const key = exactFeatureKey(textOf("feature", feature));
    const checked = gateChange();
    return infoOf(await whenSetUp((caller) => features.change(caller, key, checked, options)));
  }

  return {
    enabled(feature, actor) {
      const actors = actorsOf(actor ?? []);
      if (writer.state.productions.isEmpty()) {
        return false;
      }
      const caller = mountableCaller(writer.state);
      const toggle = features.snapshot(caller).find(feature);
      return toggle !== undefined && features.check(caller, actors).isEnabled(toggle);
    },
    features() {
      return writer.state.productions.isEmpty()
        ? []
        : Array.from(features.snapshot(mountableCaller(writer.state)).toggles, infoOf);
    },
    async create(feature) {
      const key = normalizeFeatureKey(textOf("feature", feature));
      await whenSetUp((caller) => features.create(caller, key));
    },
    async remove(feature) {
      const key = exactFeatureKey(textOf("feature", feature));
      await whenSetUp((caller) => features.remove(caller, key));
    },
    async clear(feature) {
      const key = exactFeatureKey(textOf("feature", feature));
      await whenSetUp((caller) => features.clear(caller, key));
    },
    enable: (feature) => change(feature, () => ({ action: "enable" })),
    disable: (feature) => change(feature, () => ({ action: "disable" })),
    enableActor: (feature, actor) =>
      change(feature, () => ({ action: "enable_actor", value: idOf(actor) })),
    disableActor: (feature, actor) =>
      change(feature, () => ({ action: "disable_actor", value: idOf(actor) })),
    enableGroup: (feature, group, options) =>
      change(
        feature,
        () => ({ action: "enable_group", value: requireGroupName(textOf("group", group)) }),
        {
          allowsAnyGroup: options?.allowUnregistered === true,
        },
      ),
    disableGroup: (feature, group) =>
      change(feature, () => ({
        action: "disable_group",
        value: requireGroupName(textOf("group", group)),
      })),
    enablePercentageOfActors: (feature, percentage) =>
      change(feature, () => ({
        action: "percentage_of_actors",
        value: parsePercentage(percentage),
      })),
    disablePercentageOfActors: (feature) =>
      change(feature, () => ({ action: "percentage_of_actors", value: 0 })),
    enablePercentageOfTime: (feature, percentage) =>
      change(feature, () => ({ action: "percentage_of_time", value: parsePercentage(percentage) })),
    disablePercentageOfTime: (feature) =>
      change(feature, () => ({ action: "percentage_of_time", value: 0 })),
  };
}

/**
 * Returns a function that runs work immediately, or after the first start of a new data directory. It
 * keeps the order of the calls.
 */
function orderedAfter({ writer, ready }: Services) {
  // While calls wait, later ones queue behind them: the first start may end between two calls.
  let waitingForSetUp = 0;
  return async <Result>(work: (caller: Caller) => Promise<Result>): Promise<Result> => {
    if (waitingForSetUp > 0 || writer.state.productions.isEmpty()) {
      waitingForSetUp++;
      try {
        await ready;
      } finally {
        waitingForSetUp--;
      }
    }
    return work(mountableCaller(writer.state));
  };
}

function idOf(actor: GateActor): string {
  return requireActorId(typeof actor === "string" ? actor : flipperIdOf(actor));
}

/** A copy, because callers may change it, and the toggle belongs to the state. */
function infoOf({ key, gates }: Toggle): FeatureInfo {
  return {
    key,
    state: featureStateOf(gates),
    gates: {
      ...gates,
      expression: structuredClone(gates.expression),
      groups: [...gates.groups],
      actors: [...gates.actors],
    },
  };
}

function actorsOf(argument: ActorArgument): readonly Actor[] {
  return isList(argument) ? argument.map(actorOf) : [actorOf(argument)];
}

function isList(argument: ActorArgument): argument is readonly (string | Actor)[] {
  return Array.isArray(argument);
}

function actorOf(actor: string | Actor): Actor {
  if (typeof actor === "string") {
    return { flipperId: actor, properties: {} };
  }
  flipperIdOf(actor);
  return actor;
}

/** Callers without types may pass any value. */
function textOf(what: string, value: unknown): string {
  if (typeof value !== "string") {
    throw new TypeError(`the name of a ${what} must be a text`);
  }
  return value;
}

function flipperIdOf(actor: unknown): string {
  if (typeof actor === "object" && actor !== null && "flipperId" in actor) {
    const { flipperId } = actor;
    if (typeof flipperId === "string") {
      return flipperId;
    }
  }
  throw new TypeError("an actor must be a text or an object with a text flipperId");
}
