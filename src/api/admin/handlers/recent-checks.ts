import { GatehouseError } from "../../../core/errors.ts";
import type { Environment } from "../../../core/model/environment.ts";
import type { State } from "../../../core/model/state.ts";
import { findFeature, productionOf } from "../../../core/model/state-lookups.ts";
import { quote } from "../../../core/text/quote.ts";
import { dayMs, minuteMs } from "../../../core/time-units.ts";
import type { AdminCaller } from "../admin-routes.ts";
import { EvaluationReads } from "./evaluation-reads.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

const checkedDays = 7;
/** 5,000 features take ten messages to the worker for each environment. */
const countedEnvironmentsMax = 20;

interface AskedKeys {
  readonly environment: Environment;
  readonly adminCaller: AdminCaller;
  readonly keys: readonly string[];
  /** A deletion reaches all environments of the project. */
  readonly isDeletion: boolean;
}

/** Finds features that clients checked in the last 7 days. */
export class RecentChecks {
  readonly #deps: UiDependencies;
  readonly #reads: EvaluationReads;

  constructor(deps: UiDependencies) {
    this.#deps = deps;
    this.#reads = new EvaluationReads(deps);
  }

  /** The keys that were checked; null if telemetry is unavailable. */
  async among(asked: AskedKeys): Promise<readonly string[] | null> {
    const { environment, adminCaller, keys, isDeletion } = asked;
    const { now, services } = this.#deps;
    const reads = this.#reads;
    const { caller, retentionDays, series } = reads.asked(String(environment.id), adminCaller, 1);
    if (retentionDays === 0) {
      return null;
    }
    const since = now() - checkedDays * dayMs;
    const environments = isDeletion
      ? countedEnvironments(services.writer.state, environment.projectId)
      : [environment];
    const unchecked = new Set(keys);
    return await reads.ifAvailable(() =>
      reads.ofAll(caller, async () => {
        for (const each of environments) {
          const left = [...unchecked];
          const counts = left.length === 0 ? [] : await reads.counts(each, left, series);
          const isChecked = (_: string, at: number) => (counts[at]?.last ?? 0) * minuteMs >= since;
          for (const key of left.filter(isChecked)) {
            unchecked.delete(key);
          }
        }
        return keys.filter((key) => !unchecked.has(key));
      }),
    );
  }

  /**
   * Rejects with `still_evaluated` before a deletion of features that are still checked. A change
   * request shows its impact instead, and without telemetry nothing is refused.
   */
  async refuseDeletion(
    environment: Environment,
    adminCaller: AdminCaller,
    keys: readonly string[],
  ): Promise<void> {
    const { state } = this.#deps.services.writer;
    const { projectId } = environment;
    if (adminCaller.asksRequest === true && isProtected(state, projectId)) {
      return;
    }
    const known = keys.filter((key) => findFeature(state, projectId, key) !== undefined);
    const checked = await this.among({
      environment,
      adminCaller,
      keys: known,
      isDeletion: true,
    });
    const [first] = checked ?? [];
    if (checked !== null && first !== undefined) {
      const subject =
        keys.length === 1
          ? `The feature ${quote(first)} was`
          : `${checked.length} of the features were`;
      throw new GatehouseError("still_evaluated", {
        message: `${subject} checked in the last ${checkedDays} days`,
      });
    }
  }
}

function isProtected({ environments, policies }: State, projectId: number): boolean {
  return policies.some(
    ({ environmentId }) => environments.get(environmentId)?.projectId === projectId,
  );
}

/** Production, and the oldest other environments of its project. */
function countedEnvironments(state: State, projectId: number) {
  const production = productionOf(state, projectId);
  return state.environments
    .valueSeq()
    .filter((environment) => environment.projectId === projectId)
    .sortBy(({ id }) => (id === production.id ? 0 : id))
    .take(countedEnvironmentsMax);
}
