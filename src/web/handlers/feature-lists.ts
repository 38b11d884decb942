import { inTurns } from "../../event-loop/in-turns.ts";
import { acceptsGzip } from "../../http/request/negotiation.ts";
import type { Environment } from "../../model/environment.ts";
import type { State } from "../../model/state.ts";
import { findFeature } from "../../model/state-lookups.ts";
import type { FactSource } from "../../services/feature-facts.ts";
import { gzipAnswer, gzipped } from "../json-answers.ts";
import { uiJsonHeaders } from "../ui-errors.ts";
import { featureRow } from "./feature-rows.ts";
import { type UiDependencies, uiProject } from "./ui-dependencies.ts";

/** What a list depends on; with the same values it is the same. */
interface ListKey {
  readonly revision: number;
  readonly users: State["users"];
  readonly project: unknown;
  /** Whether a feature looks finished depends on the time. */
  readonly hour: number;
}

interface KeptList {
  readonly key: ListKey;
  readonly bytes: Promise<Uint8Array<ArrayBuffer>>;
}

const hourMs = 3_600_000;
/** How many environments' lists are kept, each in gzip. */
const keptMax = 20;

/**
 * The lists of all features of an environment, kept in gzip until something in them changes: a list
 * of 5,000 features is a megabyte of JSON.
 */
export class FeatureLists {
  readonly #deps: Pick<UiDependencies, "services" | "now">;
  readonly #kept = new Map<number, KeptList>();

  constructor(deps: Pick<UiDependencies, "services" | "now">) {
    this.#deps = deps;
  }

  async respond(request: Request, environment: Environment): Promise<Response> {
    const bytes = await this.#list(environment);
    if (acceptsGzip(request.headers.get("accept-encoding"))) {
      return gzipAnswer(bytes);
    }
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(plain, { headers: { ...uiJsonHeaders, vary: "accept-encoding" } });
  }

  async #list(environment: Environment): Promise<Uint8Array<ArrayBuffer>> {
    const key = this.#keyOf(environment);
    const known = this.#kept.get(environment.id);
    const kept =
      known !== undefined && isSame(known.key, key)
        ? known
        : { key, bytes: this.#make(environment, key.revision) };
    // The lists that were asked for last are kept.
    this.#kept.delete(environment.id);
    this.#kept.set(environment.id, kept);
    const [first] = this.#kept.keys();
    if (this.#kept.size > keptMax && first !== undefined) {
      this.#kept.delete(first);
    }
    try {
      return await kept.bytes;
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

  async #make(environment: Environment, revision: number): Promise<Uint8Array<ArrayBuffer>> {
    const { services, now } = this.#deps;
    const { state } = services.writer;
    const changes = await services.lastChanges.of(environment);
    const project = uiProject(state);
    const source: FactSource = { state, rule: project, environment, changes, now: now() };
    return gzipped(await inTurns(listText(source, services, revision)));
  }
}

function* listText(
  source: FactSource,
  { snapshots }: UiDependencies["services"],
  revision: number,
): Generator<void, string> {
  const { state, environment } = source;
  const rows: string[] = [];
  for (const { key, gates } of snapshots.of(state, environment).eachToggle()) {
    const feature = findFeature(state, environment.projectId, key);
    if (feature !== undefined) {
      rows.push(JSON.stringify(featureRow(source, feature, gates)));
    }
    yield;
  }
  return `{"revision":${revision},"features":[${rows.join(",")}]}`;
}

function isSame(left: ListKey, right: ListKey): boolean {
  return (
    left.revision === right.revision &&
    left.users === right.users &&
    left.project === right.project &&
    left.hour === right.hour
  );
}
