import type { FactSource } from "../../../app/services/feature-facts.ts";
import type { Environment } from "../../../core/model/environment.ts";
import { personOf } from "../../../core/model/person.ts";
import type { State } from "../../../core/model/state.ts";
import { findFeature } from "../../../core/model/state-lookups.ts";
import { inSlices } from "../../../core/scheduling/shared-slices.ts";
import { hourMs } from "../../../core/time-units.ts";
import { GzipText } from "../../../http/response/gzip-text.ts";
import { KeptText } from "../../../http/response/kept-text.ts";
import { projectOf } from "../asked-environment.ts";
import type { FeatureRow } from "../contract/feature-models.ts";
import { answerOfKept, objectWithRows, streamedJson } from "../json-answers.ts";
import { featureColumn } from "./feature-columns.ts";
import { featureRow } from "./feature-rows.ts";
import type { UiDependencies } from "./ui-dependencies.ts";
import { wholeGates } from "./whole-gates.ts";

/** A list depends on these values only. */
interface ListKey {
  readonly revision: number;
  readonly users: State["users"];
  readonly project: unknown;
  readonly rollouts: State["rollouts"];
  /** Whether a feature looks finished depends on the time. */
  readonly hour: number;
}

interface KeptList {
  readonly key: ListKey;
  readonly list: Promise<KeptText>;
}

/** The number of lists that are cached, each compressed. */
const keptMax = 20;

/**
 * The lists of all features of an environment, cached compressed until their content changes. A list of
 * 5,000 features is a megabyte of JSON.
 */
export class FeatureLists {
  readonly #deps: Pick<UiDependencies, "services" | "now">;
  /** By the ids of the environment and of the columns. */
  readonly #kept = new Map<string, KeptList>();

  constructor(deps: Pick<UiDependencies, "services" | "now">) {
    this.#deps = deps;
  }

  async respond(
    request: Request,
    environment: Environment,
    columns: readonly Environment[],
  ): Promise<Response> {
    return answerOfKept(request, await this.#list(environment, columns));
  }

  /** The list with all gates, which is computed as the client reads it. */
  async respondWithGates(request: Request, environment: Environment): Promise<Response> {
    const { services, now } = this.#deps;
    const changes = await services.lastChanges.of(environment);
    const { state } = services.writer;
    const rule = projectOf(state, environment);
    const source: FactSource = { state, rule, environment, changes, now: now() };
    const revision = state.revisions.get(environment.projectId) ?? 0;
    const rows = rowsWithGates(source, services);
    return streamedJson(request, objectWithRows({ revision }, "features", rows));
  }

  async #list(environment: Environment, columns: readonly Environment[]): Promise<KeptText> {
    const key = this.#keyOf(environment);
    const name = [environment, ...columns].map(({ id }) => id).join();
    const known = this.#kept.get(name);
    const kept =
      known !== undefined && isSame(known.key, key)
        ? known
        : { key, list: this.#make(environment, columns, key.revision) };
    // The cache keeps the most recently requested lists.
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    const [first] = this.#kept.keys();
    if (this.#kept.size > keptMax && first !== undefined) {
      this.#kept.delete(first);
    }
    try {
      return await kept.list;
    } catch (error) {
      if (this.#kept.get(name) === kept) {
        this.#kept.delete(name);
      }
      throw error;
    }
  }

  #keyOf({ projectId }: Environment): ListKey {
    const { state } = this.#deps.services.writer;
    return {
      revision: state.revisions.get(projectId) ?? 0,
      users: state.users,
      project: state.projects.get(projectId),
      rollouts: state.rollouts,
      hour: Math.floor(this.#deps.now() / hourMs),
    };
  }

  async #make(
    environment: Environment,
    columns: readonly Environment[],
    revision: number,
  ): Promise<KeptText> {
    const { services, now } = this.#deps;
    const { state } = services.writer;
    const changes = await services.lastChanges.of(environment);
    const rule = projectOf(state, environment);
    const source: FactSource = { state, rule, environment, changes, now: now() };
    return new KeptText(await inSlices(zippedList(source, services, columns, revision)));
  }
}

function* zippedList(
  source: FactSource,
  { snapshots }: UiDependencies["services"],
  columns: readonly Environment[],
  revision: number,
): Generator<void, Blob> {
  const { state, environment } = source;
  const ofColumns = columns.map(({ id }) => state.toggles.get(id));
  const text = new GzipText();
  text.add(`{"revision":${revision},"features":[`);
  let separator = "";
  for (const { key, gates } of snapshots.of(state, environment).eachToggle()) {
    const feature = findFeature(state, environment.projectId, key);
    if (feature !== undefined) {
      const row: FeatureRow = featureRow(source, feature, gates);
      const cells = ofColumns.map((toggles) => featureColumn(toggles?.get(key)?.gates));
      text.add(separator + JSON.stringify(cells.length === 0 ? row : { ...row, columns: cells }));
      separator = ",";
    }
    yield;
  }
  text.add("]}");
  return text.finish();
}

function* rowsWithGates(
  source: FactSource,
  { snapshots }: UiDependencies["services"],
): Generator<FeatureRow> {
  const { state, environment } = source;
  for (const { key, gates } of snapshots.of(state, environment).eachToggle()) {
    const feature = findFeature(state, environment.projectId, key);
    if (feature !== undefined) {
      yield {
        ...featureRow(source, feature, gates),
        creator: personOf(state, feature.creatorId),
        allGates: wholeGates(gates),
      };
    }
  }
}

function isSame(left: ListKey, right: ListKey): boolean {
  return (
    left.revision === right.revision &&
    left.users === right.users &&
    left.project === right.project &&
    left.rollouts === right.rollouts &&
    left.hour === right.hour
  );
}
