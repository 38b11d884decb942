import type { Actor } from "../../core/evaluation/actor-context.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { State } from "../../core/model/state.ts";
import { dayMs, hourMs, minuteMs } from "../../core/time-units.ts";
import type { Writer } from "../writer/writer.ts";
import { BottomSample, type SampledActor } from "./bottom-sample.ts";

export interface ActorSamplesOptions {
  readonly state: () => State;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A hash whose key nobody knows, so that no client can choose ids for the sample. */
  readonly hash: (flipperId: string) => number;
  /** For all environments together. */
  readonly bytesMax?: number;
}

/** Actors of checks in an environment, of whom each had the same chance to be in the sample. */
export interface ActorSample {
  /** The actors with the smallest hashes. */
  readonly actors: readonly SampledActor[];
}

export const sampleSizeMax = 1_000;
const keptMs = dayMs;
/** Each period has a sample of its own, because old actors must not stay. */
const periodMs = 8 * hourMs;
const bytesMaxDefault = 32 * 1024 * 1024;
/** The properties and groups of one actor, in UTF-16 units of their JSON. */
export const sampledLengthMax = 4_096;
const bytesPerActor = 300;
/** A frequent actor costs no more than a rare one. */
const refreshMs = minuteMs;

/** The samples of an environment by the number of their period. */
type Periods = Map<number, BottomSample>;

/**
 * Samples of the actors that this server checked in the last 24 hours, with their properties: in
 * memory only, and only of projects that chose it (docs/security.md#sampled-actors).
 */
export class ActorSamples {
  readonly #options: ActorSamplesOptions;
  readonly #environments = new Map<number, Periods>();
  #projects: State["projects"] | undefined;
  #sampling: ReadonlySet<number> = new Set();
  #sizeMax = sampleSizeMax;
  #bytes = 0;
  #timer: Timer | undefined;

  constructor(options: ActorSamplesOptions) {
    this.#options = options;
  }

  /** Called with the actors of each check, and the groups that it names. */
  record(
    { id, projectId }: Environment,
    actors: readonly Actor[],
    groups: ReadonlySet<string>,
  ): void {
    if (this.#isSampling(projectId)) {
      for (const actor of actors) {
        this.#recordOne(id, actor, groups);
      }
    }
  }

  /** Null if the project keeps no sample. */
  of({ id, projectId }: Environment): ActorSample | null {
    if (!this.#isSampling(projectId)) {
      return null;
    }
    this.sweep();
    const periods = [...(this.#environments.get(id)?.values() ?? [])];
    // Up to this hash, each period has every actor that was checked in it.
    const threshold = Math.min(...periods.map((period) => period.threshold));
    const latest = new Map<string, SampledActor>();
    for (const { actors } of periods) {
      for (const actor of actors.values()) {
        const known = latest.get(actor.flipperId);
        if (actor.hash <= threshold && (known === undefined || known.keptAt < actor.keptAt)) {
          latest.set(actor.flipperId, actor);
        }
      }
    }
    const sorted = [...latest.values()].sort((left, right) => left.hash - right.hash);
    return { actors: sorted.slice(0, sampleSizeMax) };
  }

  /** Removes what is older than 24 hours, and everything of projects that keep no sample now. */
  sweep(): void {
    const { environments } = this.#options.state();
    const before = this.#options.now() - keptMs;
    for (const [id, periods] of this.#environments) {
      const environment = environments.get(id);
      if (environment === undefined || !this.#isSampling(environment.projectId)) {
        this.#environments.delete(id);
        continue;
      }
      for (const [number, sample] of periods) {
        sample.removeBefore(before);
        if (sample.actors.size === 0) {
          periods.delete(number);
        }
      }
      if (periods.size === 0) {
        this.#environments.delete(id);
      }
    }
    this.#measure();
    if (this.#environments.size === 0) {
      this.close();
    }
  }

  /** Stops the removal of old actors. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #isSampling(projectId: number): boolean {
    const { projects } = this.#options.state();
    if (projects !== this.#projects) {
      this.#projects = projects;
      const sampling = projects.valueSeq().filter(({ samplesActors }) => samplesActors);
      this.#sampling = new Set(sampling.map(({ id }) => id));
    }
    return this.#sampling.size > 0 && this.#sampling.has(projectId);
  }

  #recordOne(environmentId: number, actor: Actor, groups: ReadonlySet<string>): void {
    const now = this.#options.now();
    const sample = this.#sampleOf(environmentId, Math.floor(now / periodMs));
    const hash = this.#options.hash(actor.flipperId);
    if (hash > sample.threshold) {
      return;
    }
    const known = sample.actors.get(actor.flipperId);
    if (known !== undefined && now - known.keptAt < refreshMs) {
      return;
    }
    const bytesBefore = sample.bytes;
    sample.add(sampledActor(actor, groups, hash, now), this.#sizeMax);
    this.#bytes += sample.bytes - bytesBefore;
    while (this.#bytes > (this.#options.bytesMax ?? bytesMaxDefault)) {
      this.#halve();
    }
  }

  #sampleOf(environmentId: number, period: number): BottomSample {
    let periods = this.#environments.get(environmentId);
    if (periods === undefined) {
      periods = new Map();
      this.#environments.set(environmentId, periods);
    }
    let sample = periods.get(period);
    if (sample === undefined) {
      this.#startPeriod();
      sample = new BottomSample();
      periods.set(period, sample);
    }
    return sample;
  }

  /** Samples may grow again after they had to shrink, once old ones are gone. */
  #startPeriod(): void {
    this.#timer ??= setInterval(() => this.sweep(), hourMs).unref();
    if (this.#bytes < (this.#options.bytesMax ?? bytesMaxDefault) / 2) {
      this.#sizeMax = Math.min(sampleSizeMax, Math.max(1, this.#sizeMax * 2));
    }
  }

  /** With too many environments for one actor each, nothing is left. */
  #halve(): void {
    this.#sizeMax = Math.floor(this.#sizeMax / 2);
    for (const periods of this.#environments.values()) {
      for (const sample of periods.values()) {
        sample.shrink(this.#sizeMax);
      }
    }
    this.#measure();
  }

  #measure(): void {
    this.#bytes = 0;
    for (const periods of this.#environments.values()) {
      for (const sample of periods.values()) {
        this.#bytes += sample.bytes;
      }
    }
  }
}

/** The samples of a process, with a key of its own; what a project turns off is removed at once. */
export function actorSamplesOf(writer: Writer, now: () => number): ActorSamples {
  const [key] = crypto.getRandomValues(new Uint32Array(1));
  const samples = new ActorSamples({
    state: () => writer.state,
    now,
    hash: (flipperId) => Bun.hash.xxHash32(flipperId, key),
  });
  let { projects } = writer.state;
  const sweepIfChanged = (state: State) => {
    if (state.projects !== projects) {
      projects = state.projects;
      samples.sweep();
    }
  };
  writer.onCommit((_, state) => sweepIfChanged(state));
  writer.onReload(sweepIfChanged);
  return samples;
}

function sampledActor(
  { flipperId, properties }: Actor,
  groups: ReadonlySet<string>,
  hash: number,
  keptAt: number,
): SampledActor {
  const text = JSON.stringify(properties);
  const named = [...groups];
  const length = named.reduce((sum, group) => sum + group.length, text.length);
  const isKept = length <= sampledLengthMax;
  return {
    ...{ flipperId, hash, keptAt },
    properties: isKept ? text : null,
    groups: isKept ? named : [],
    bytes: bytesPerActor + 2 * (flipperId.length + (isKept ? length : 0)),
  };
}
