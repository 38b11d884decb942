import type { FeatureService } from "../../app/services/feature-service.ts";
import type { Authentication } from "../../http/openapi/authentication.ts";
import { type Api, createApi } from "../../http/routing/api.ts";
import type { ApiContext } from "../../http/routing/api-context.ts";
import type { EventStreams } from "../../http/sse/event-streams.ts";
import type { Access } from "../common/access/access.ts";
import type { DocumentedRefusal } from "../common/errors/documented-refusals.ts";
import { evaluationController } from "./evaluation-controller.ts";
import type { EvaluationCounter } from "./evaluation-counter.ts";
import {
  evaluationStreamController,
  evaluationStreamPath,
} from "./evaluation-stream-controller.ts";
import { flagsPath, ofrepRefusal } from "./ofrep-refusal.ts";
import { StreamTickets } from "./stream-tickets.ts";

export interface OfrepApiOptions {
  readonly context: ApiContext;
  readonly service: FeatureService;
  readonly streams: EventStreams;
  readonly access: Access;
  readonly authentication: Authentication | undefined;
  /** The prefix of all paths, which ends in `/ofrep`. */
  readonly prefix: string;
  /** The prefix as clients see it: a proxy may add a part. */
  readonly publicPrefix: string;
  /** Undefined if evaluations are not counted. */
  readonly counter: EvaluationCounter | undefined;
  /** Shared by all servers behind a load balancer; undefined for a single server. */
  readonly ticketSecret?: string | undefined;
  /** The refusals of every operation, from the checks around it, for the documentation. */
  readonly refusals: readonly DocumentedRefusal[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The Open Feature Remote Evaluation Protocol 0.3 (docs/api.md#ofrep). */
export function ofrepApi(options: OfrepApiOptions): Api {
  const { context, access, prefix, publicPrefix, now } = options;
  const tickets = new StreamTickets(now, options.ticketSecret);
  return createApi({
    prefix,
    context,
    namePrefixes: [
      { prefix: `${flagsPath}/`, actions: [], bare: flagsPath, missing: "feature_not_found" },
    ],
    writeRefusal: ofrepRefusal,
    authentication: options.authentication,
    guard: (request) => void access.evaluator(request),
    controllers: [
      evaluationController({
        ...options,
        tickets,
        streamPath: publicPrefix + evaluationStreamPath,
      }),
      evaluationStreamController({ ...options, tickets }),
    ],
  });
}
