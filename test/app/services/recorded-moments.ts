import type { ActorFeatureList } from "../../../src/app/services/actor-features.ts";
import type { AskedMoment } from "../../../src/app/services/past-moment.ts";
import type { Gates } from "../../../src/core/evaluation/gates.ts";
import type { Caller } from "../../../src/core/model/caller.ts";
import { historyKeys } from "./random-history.ts";
import { newestSequence, type ServiceFixture } from "./service-fixture.ts";

const actors = [
  { flipperId: "User;1", properties: { plan: "pro", name: "a" } },
  { flipperId: "z", properties: { plan: "free", name: "b/é" } },
];
const [actor] = actors;
const declaredGroups = new Set(["User;2"]);
const isKnownGroup = () => false;

/** What was answered in an environment at a time. */
export interface RecordedMoment {
  readonly caller: Caller;
  readonly time: number;
  /** The newest audit of the environment. */
  readonly sequence: number;
  /** Whether the last command wrote this audit. */
  readonly isAudited: boolean;
  /** By key; null for features that did not exist. */
  readonly enabled: ReadonlyMap<string, boolean | null>;
  readonly list: ActorFeatureList;
  readonly gates: ReadonlyMap<string, Gates>;
}

export async function recordMoment(
  { services, clock, staging, production }: ServiceFixture,
  caller: Caller,
  sequenceBefore: number,
): Promise<RecordedMoment> {
  const sequence = newestSequence(services, caller);
  const answers = await services.explanations.explainEach(
    caller,
    historyKeys,
    { actors, declaredGroups, isKnownGroup },
    (key, explained) => [key, explained?.enabled ?? null] as const,
  );
  const other = caller === production ? staging : production;
  const snapshot = services.features.snapshot(caller);
  return {
    ...{ caller, sequence },
    time: clock.now,
    isAudited: sequence > sequenceBefore,
    enabled: new Map(answers),
    list: await services.actorFeatures.list(caller, questionOf(other, null)),
    gates: new Map([...snapshot.eachToggle()].map(({ key, gates }) => [key, gates])),
  };
}

/** The results of the recorded features at a moment, and which of them chance decided. */
export async function askAgain(
  { services, staging, production }: ServiceFixture,
  { caller }: RecordedMoment,
  moment: AskedMoment,
) {
  const { answers } = await services.explanations.explainThen(
    caller,
    new Set(historyKeys),
    { actors, declaredGroups, isKnownGroup, moment },
    (key, { explained, isChance }) =>
      [key, isChance ? "chance" : (explained?.enabled ?? null)] as const,
  );
  const other = caller === production ? staging : production;
  const list = await services.actorFeatures.list(caller, questionOf(other, moment));
  return { answers: new Map(answers), list };
}

function questionOf(other: Caller, moment: AskedMoment | null) {
  return {
    actor: actor ?? { flipperId: "", properties: {} },
    ...{ declaredGroups, isKnownGroup, moment },
    others: [other.environment],
    page: { only: undefined, text: undefined, after: undefined, limit: 100 },
    requestIdOf: () => null,
    signal: new AbortController().signal,
  };
}
