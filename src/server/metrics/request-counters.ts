import { Durations } from "../../storage/durations.ts";

/** Methods with their own series; all others share one, because clients may invent methods. */
const methods: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);
const otherMethod = "other";
const noRoute = "none";
const statusMin = 100;
const statusMax = 599;

/** Counts the requests of one method to one route. */
class RouteCounters {
  readonly route: string;
  readonly method: string;
  readonly durations = new Durations();
  readonly #byStatus: number[] = Array.from({ length: statusMax - statusMin + 1 }, () => 0);

  constructor(route: string, method: string) {
    this.route = route;
    this.method = method;
  }

  count(status: number, durationNs: number): void {
    const index = status - statusMin;
    this.#byStatus[index] = (this.#byStatus[index] ?? 0) + 1;
    this.durations.add(durationNs);
  }

  /** The answered statuses with their counts. */
  *statuses(): Iterable<{ readonly status: number; readonly count: number }> {
    for (const [index, count] of this.#byStatus.entries()) {
      if (count > 0) {
        yield { status: index + statusMin, count };
      }
    }
  }
}

/**
 * Counts answered requests by route pattern, method and status. The routes of the server limit the
 * number of series: no text of a client becomes a label.
 */
export class RequestCounters {
  readonly #routes = new Map<string, Map<string, RouteCounters>>();
  // Most requests repeat the route, and the lookup takes as long as all other counting.
  #recent = new RouteCounters("", "");
  #recentRoute = "";

  /** `route` is a route pattern; empty if no route matched. */
  count(route: string, method: string, status: number, durationNs: number): void {
    if (route !== this.#recentRoute || method !== this.#recent.method) {
      this.#recent = this.#routes.get(route)?.get(method) ?? this.#added(route, method);
      this.#recentRoute = route;
    }
    this.#recent.count(status, durationNs);
  }

  *routes(): Iterable<RouteCounters> {
    for (const byMethod of this.#routes.values()) {
      yield* byMethod.values();
    }
  }

  #added(route: string, sentMethod: string): RouteCounters {
    let byMethod = this.#routes.get(route);
    if (byMethod === undefined) {
      byMethod = new Map();
      this.#routes.set(route, byMethod);
    }
    const method = methods.has(sentMethod) ? sentMethod : otherMethod;
    let counters = byMethod.get(method);
    if (counters === undefined) {
      counters = new RouteCounters(route === "" ? noRoute : route, method);
      byMethod.set(method, counters);
    }
    return counters;
  }
}
