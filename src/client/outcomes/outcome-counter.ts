import type { Actor } from "../../core/evaluation/actor-context.ts";
import { actorBucketCount } from "../../core/guards/guard-minute.ts";
import { outcomeBucketOf } from "../../core/outcomes/outcome-bucket.ts";
import type { actorsOf } from "../client-actors.ts";
import type { ClientRequests } from "../client-requests.ts";
import type { ClientOutcomes, ClientRuntime } from "../client-types.ts";
import type { submitCounts } from "../count-submitter.ts";
import type { NoteFailure } from "../failures.ts";
import { createAsyncScopes } from "./async-scopes.ts";
import { createOutcomeCounts } from "./outcome-counts.ts";
import { createRecentResults } from "./recent-results.ts";
import { followWatched } from "./watched-names.ts";

const submitSeconds = 20;

export interface OutcomeCounter extends ClientOutcomes {
  /** Must be called after each check. */
  noteCheck(feature: string, enabled: boolean, actors: readonly Actor[]): void;
  flush(): Promise<void>;
  stop(): void;
}

/** Work of `run`, with the checks that it has made. */
interface Scope {
  readonly name: string;
  readonly keys: ReadonlySet<string>;
  readonly outer: Scope | undefined;
  /** By feature and result: each counts once. */
  readonly checks: Map<string, { readonly key: string; result: boolean; bucket: number }>;
  hasFailed: boolean;
}

/** Parts of the client, which this code shares: it is loaded later. */
export interface OutcomeCounterParts {
  readonly requests: ClientRequests;
  readonly runtime: ClientRuntime;
  readonly failures: () => NoteFailure;
  readonly submitCounts: typeof submitCounts;
  readonly actorsOf: typeof actorsOf;
}

/** Counts the outcomes that guards watch, and submits them (docs/client.md#outcomes). */
export function createOutcomeCounter(parts: OutcomeCounterParts): OutcomeCounter {
  const { requests, runtime, failures } = parts;
  const counts = createOutcomeCounts();
  const watched = followWatched(requests, runtime, failures());
  const source = { path: "/gatehouse/outcomes", member: "outcomes", seconds: submitSeconds };
  const submitter = parts.submitCounts(
    requests,
    runtime,
    { ...source, take: counts.take },
    failures(),
  );
  const scopes = createAsyncScopes<Scope>();
  const recent = createRecentResults();
  let isTracking = false;

  const bucketOf = (flipperId: string | undefined) =>
    flipperId === undefined
      ? Math.floor(runtime.random() * actorBucketCount)
      : outcomeBucketOf(flipperId);

  function end({ name, checks, hasFailed: isError }: Scope): void {
    for (const check of checks.values()) {
      counts.add({ name, isError, ...check });
    }
  }

  return {
    run<Result>(name: string, work: () => Result): Result {
      const keys = watched.keysOf(name);
      if (keys === undefined) {
        return work();
      }
      const outer = scopes.getStore();
      const scope: Scope = { name, keys, outer, checks: new Map(), hasFailed: false };
      const fail = (error: unknown): never => {
        scope.hasFailed = true;
        end(scope);
        throw error;
      };
      let result: Result;
      try {
        result = scopes.run(scope, work);
      } catch (error) {
        return fail(error);
      }
      if (result instanceof Promise) {
        const ended: unknown = result.then((value: unknown) => {
          end(scope);
          return value;
        }, fail);
        return ended as Result;
      }
      end(scope);
      return result;
    },
    fail() {
      const scope = scopes.getStore();
      if (scope !== undefined) {
        scope.hasFailed = true;
      }
    },
    track(name, given, { error = false } = {}) {
      isTracking = true;
      const [actor] = parts.actorsOf(given);
      for (const key of watched.keysOf(name) ?? []) {
        const result = actor && recent.find(actor.flipperId, key);
        if (actor !== undefined && result !== undefined) {
          counts.add({ name, key, result, bucket: bucketOf(actor.flipperId), isError: error });
        }
      }
    },
    noteCheck(feature, enabled, [actor]) {
      if (!watched.has(feature)) {
        return;
      }
      const flipperId = actor?.flipperId;
      if (isTracking && flipperId !== undefined) {
        recent.note(flipperId, feature, enabled);
      }
      for (let scope = scopes.getStore(); scope !== undefined; scope = scope.outer) {
        const id = `${enabled} ${feature}`;
        if (scope.keys.has(feature) && !scope.checks.has(id)) {
          scope.checks.set(id, { key: feature, result: enabled, bucket: bucketOf(flipperId) });
        }
      }
    },
    flush: submitter.flush,
    stop() {
      watched.stop();
      submitter.stop();
    },
  };
}
