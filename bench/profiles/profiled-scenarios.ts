import { apiPrefix, authorized } from "../gatehouse.ts";
import { type RequestPattern, sameGet } from "../load/request-pattern.ts";
import { actorCheckRequests } from "../scenarios/actor-checks.ts";
import { evaluationRequests } from "../scenarios/evaluations.ts";
import { readConnections } from "../scenarios/feature-list-reads.ts";
import { gateWriteRequests, writeConnections } from "../scenarios/gate-writes.ts";
import { submitters } from "../scenarios/telemetry-load.ts";
import { createSubmissions } from "../telemetry-submissions.ts";

/** The requests of a scenario of `make profile`, the same as in the benchmark. */
export interface ProfiledScenario {
  readonly connections: number;
  /** `etag` is that of GET /features. */
  requests(etag: string): RequestPattern;
}

/** More than the profile of a few seconds sends. */
const submissionCount = 100_000;

export const profiledScenarios: Readonly<Record<string, ProfiledScenario>> = {
  get: list({}),
  gzip: list({ "accept-encoding": "gzip" }),
  "304": {
    connections: readConnections,
    requests: (etag) => sameGet(`${apiPrefix}/features`, { ...authorized, "if-none-match": etag }),
  },
  check: { connections: readConnections, requests: () => actorCheckRequests("") },
  evaluation: { connections: readConnections, requests: () => evaluationRequests() },
  write: {
    connections: writeConnections,
    requests: () => gateWriteRequests(10),
  },
  telemetry: {
    connections: submitters,
    requests: () =>
      createSubmissions({
        count: submissionCount,
        namespace: 2,
        timeSeconds: Math.floor(Date.now() / 60_000) * 60,
        path: `${apiPrefix}/telemetry`,
        headers: authorized,
      }).pattern,
  },
};

function list(headers: Readonly<Record<string, string>>): ProfiledScenario {
  return {
    connections: readConnections,
    requests: () => sameGet(`${apiPrefix}/features`, { ...authorized, ...headers }),
  };
}
