import type { FactSource } from "../../../app/services/feature-facts.ts";
import type { Environment } from "../../../core/model/environment.ts";
import { personOf } from "../../../core/model/person.ts";
import type { State } from "../../../core/model/state.ts";
import { findFeature } from "../../../core/model/state-lookups.ts";
import { inSlices } from "../../../core/scheduling/shared-slices.ts";
import { hourMs } from "../../../core/time-units.ts";
import { GzipText } from "../../../http/response/gzip-text.ts";
import { projectOf } from "../asked-environment.ts";
import type { FeatureRow } from "../contract/feature-models.ts";
import { answerOfGzip, objectWithRows, streamedJson } from "../json-answers.ts";
import { featureRow } from "./feature-rows.ts";
import type { UiDependencies } from "./ui-dependencies.ts";
import { wholeGates } from "./whole-gates.ts";

/** A list depends on these values only. */
interface ListKey {
  readonly revision: number;
  readonly users: State["users"];
  readonly project: unknown;
  /** Whether a feature looks finished depends on the time. */
  readonly hour: number;
}

interface KeptList {
  readonly key: ListKey;
  readonly zipped: Promise<Blob>;
}

/** The number of environments whose lists are cached, each in gzip. */
const keptMax = 20;

/**
 * The lists of all features of an environment, cached in gzip until their content changes. A list of
 * 5,000 features is a megabyte of JSON.
 */
export class FeatureLists {
  readonly #deps: Pick<UiDependencies, "services" | "now">;
  readonly #kept = new Map<number, KeptList>();

  constructor(deps: Pick<UiDependencies, "services" | "now">) {
    this.#deps = deps;
  }

  async respond(request: Request, environment: Environment): Promise<Response> {
    return answerOfGzip(request, await this.#list(environment));
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

  async #list(environment: Environment): Promise<Blob> {
    const key = this.#keyOf(environment);
    const known = this.#kept.get(environment.id);
    const kept =
      known !== undefined && isSame(known.key, key)
        ? known
        : { key, zipped: this.#make(environment, key.revision) };
    // The cache keeps the most recently requested lists.
    this.#kept.delete(environment.id);
    this.#kept.set(environment.id, kept);
    const [first] = this.#kept.keys();
    if (this.#kept.size > keptMax && first !== undefined) {
      this.#kept.delete(first);
    }
    try {
      return await kept.zipped;
    } catch (error) {
      if (this.#kept.get(environment.id) === kept) {
        this.#kept.delete(environment.id);
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
      hour: Math.floor(this.#deps.now() / hourMs),
    };
  }

  async #make(environment: Environment, revision: number): Promise<Blob> {
    const { services, now } = this.#deps;
    const { state } = services.writer;
    const changes = await services.lastChanges.of(environment);
    const rule = projectOf(state, environment);
    const source: FactSource = { state, rule, environment, changes, now: now() };
    return inSlices(zippedList(source, services, revision));
  }
}

function* zippedList(
  source: FactSource,
  { snapshots }: UiDependencies["services"],
  revision: number,
): Generator<void, Blob> {
  const { state, environment } = source;
  const text = new GzipText();
  text.add(`{"revision":${revision},"features":[`);
  let separator = "";
  for (const { key, gates } of snapshots.of(state, environment).eachToggle()) {
    const feature = findFeature(state, environment.projectId, key);
    if (feature !== undefined) {
      text.add(separator + JSON.stringify(featureRow(source, feature, gates)));
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
    left.hour === right.hour
  );
}
