import type { Environment } from "../../core/model/environment.ts";
import type { State } from "../../core/model/state.ts";
import { findFeature } from "../../core/model/state-lookups.ts";
import { EnvironmentSides, type FeatureSide } from "./environment-sides.ts";
import { type GatesThen, gatesThen } from "./feature-then.ts";
import type { HistoryReads } from "./history-reads.ts";
import type { PastMoment } from "./past-moment.ts";

/** Moments of one environment, the latest first. */
export type MomentsOfEnvironment = readonly [PastMoment, ...PastMoment[]];

/** The features of an environment at moments of the past, from the audits since. */
export class PastFeatures {
  readonly moments: MomentsOfEnvironment;
  /** May be shared with other environments at the same moments. */
  readonly production: EnvironmentSides;
  readonly #state: State;
  /** Null for Production. */
  readonly #here: EnvironmentSides | null;

  constructor(
    reads: HistoryReads,
    state: State,
    moments: MomentsOfEnvironment,
    production: EnvironmentSides = productionAt(reads, state, moments),
  ) {
    const [{ environment }] = moments;
    this.#state = state;
    this.moments = moments;
    this.production = production;
    const afters = moments.map(({ after }) => after);
    this.#here =
      environment.id === production.environment.id
        ? null
        : new EnvironmentSides(reads, state, environment, afters);
  }

  get environment(): Environment {
    return this.moments[0].environment;
  }

  /** Rejects with `undo_impossible` if the past of a feature is unknown. */
  async load(keys: readonly string[]): Promise<void> {
    await this.production.load(keys.filter((key) => this.production.of(key) === undefined));
    await this.#here?.load(keys);
  }

  /** Frees the memory of loaded features. */
  drop(keys: readonly string[]): void {
    this.production.drop(keys);
    this.#here?.drop(keys);
  }

  /** A loaded feature at the moments; null where it did not exist. */
  of(key: string): readonly (GatesThen | null)[] {
    const ofProduction = this.production.of(key);
    const ofHere = this.#here?.of(key);
    return this.moments.map(({ time }, place) => {
      const production = ofProduction?.[place];
      const here = ofHere?.[place] ?? null;
      if (production === undefined) {
        throw new Error(`The feature ${key} is not loaded`);
      }
      return gatesThen({
        ...{ production, here, time },
        environment: this.environment,
        productionId: this.production.environment.id,
        createdAt: (id) => this.#createdAt(key, id, [production, here]),
      });
    });
  }

  #createdAt(key: string, featureId: number, sides: readonly (FeatureSide | null)[]) {
    const current = findFeature(this.#state, this.environment.projectId, key);
    return current?.id === featureId
      ? current.createdAt
      : sides.find((side) => side?.removed?.featureId === featureId)?.removed?.fields.createdAt;
  }
}

function productionAt(reads: HistoryReads, state: State, moments: MomentsOfEnvironment) {
  const afters = moments.map(({ productionAfter }) => productionAfter);
  return new EnvironmentSides(reads, state, moments[0].production, afters);
}
