import type { CheckInputs } from "../core/evaluation/actor-check.ts";
import type { Actor } from "../core/evaluation/actor-context.ts";
import { featureStateOf, type GateKey, listedGates } from "../core/evaluation/gates.ts";
import { crc32 } from "../core/percentages/crc32.ts";
import { createCheckCounts } from "./check-counts.ts";
import { actorsOf, groupCheckOf } from "./client-actors.ts";
import { createRequests } from "./client-requests.ts";
import { commonRuntime } from "./client-runtime.ts";
import type { CheckedFeature, Client, ClientActors, ClientOptions } from "./client-types.ts";
import { submitCounts } from "./count-submitter.ts";
import { createCurrentList } from "./current-list.ts";
import { failuresFor } from "./failures.ts";
import { createGateFinder } from "./gate-finder.ts";
import { keptExpressions } from "./kept-expressions.ts";
import { lazyOutcomes } from "./lazy-outcomes.ts";
import { createListPoller } from "./list-poller.ts";

/**
 * Starts a client (docs/client.md). Throws a `TypeError` for an invalid address; `onError` gets all
 * later errors.
 */
export function createClient(options: ClientOptions): Client {
  const runtime = { ...commonRuntime, ...options.runtime };
  const { now, random } = runtime;
  const failures = () => failuresFor(options.onError);
  const requests = createRequests(options, runtime);
  const gateFinder = createGateFinder();
  const current = createCurrentList(options, now, failures, gateFinder);
  const poller = createListPoller(requests, options, runtime, current);
  const ready = Promise.all([current.load(), poller.refresh()]).then(current.status);
  let endWait: (() => void) | undefined;
  if (options.stream === true) {
    const note = failures();
    // Most clients poll, so they do not load this.
    import("./change-stream.ts").then(({ followChanges }) => {
      endWait = followChanges(requests, runtime, poller, note);
    }, note);
  }
  const counts = createCheckCounts(now);
  const source = { path: "/telemetry", member: "enabled_metrics", seconds: 60, take: counts.take };
  const submitter =
    options.telemetry === false ? undefined : submitCounts(requests, runtime, source, failures());
  const lazy = lazyOutcomes(requests, runtime, failures);
  const noteCheck = failures();
  const inputs: CheckInputs = {
    find: (key) => current.toggles().get(key),
    expressions: keptExpressions,
    isInGroup: groupCheckOf(options.groups ?? {}, noteCheck),
    now,
    random,
    crc32,
  };

  function check(feature: string, given?: ClientActors): CheckedFeature | undefined {
    const toggle = current.toggles().get(feature);
    let actors: readonly Actor[] = [];
    let gate: GateKey | null = null;
    try {
      actors = actorsOf(given);
      gate = toggle === undefined ? null : gateFinder.openGate(toggle, actors, inputs);
      counts.add(feature, gate !== null);
      lazy.counter()?.noteCheck(feature, gate !== null, actors);
    } catch (error) {
      // For example, a property getter that throws.
      noteCheck(error);
    }
    return (
      toggle && {
        enabled: gate !== null,
        gate,
        gates: listedGates(toggle.gates),
        hasActors: actors.length > 0,
      }
    );
  }

  return {
    check,
    enabled: (feature, actors) => check(feature, actors)?.enabled === true,
    features: () =>
      Array.from(current.toggles().values(), ({ key, gates }) => ({
        key,
        state: featureStateOf(gates),
      })),
    ready: () => ready,
    status: current.status,
    onChange: current.changes.add,
    onStatus: current.statuses.add,
    outcomes: lazy.outcomes,
    async flush() {
      await Promise.all([submitter?.flush(), lazy.counter()?.flush()]);
    },
    async close() {
      lazy.end();
      poller.stop();
      endWait?.();
      submitter?.stop();
      await Promise.all([submitter?.flush(), lazy.counter()?.flush()]);
      await current.close();
    },
  };
}
