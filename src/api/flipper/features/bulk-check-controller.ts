import { Elysia } from "elysia";
import type { FeatureService } from "../../../app/services/feature-service.ts";
import { largeChecks, refuseExpensiveCheck } from "../../../app/services/large-checks.ts";
import type { Snapshot } from "../../../app/snapshots/snapshot.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { runSteps } from "../../../core/evaluation/run-steps.ts";
import type { Toggle } from "../../../core/evaluation/toggle.ts";
import type { Caller } from "../../../core/model/caller.ts";
import { collectNewSoon } from "../../../core/scheduling/count-long-work.ts";
import { inSlices } from "../../../core/scheduling/shared-slices.ts";
import { jsonDocument } from "../../../http/declared/body-schemas.ts";
import { documentedJson } from "../../../http/declared/documented-schemas.ts";
import { ContentEncoding } from "../../../http/declared/parameter-schemas.ts";
import { requestIdOf } from "../../../http/request/request-id.ts";
import { jsonResponse } from "../../../http/response/json-response.ts";
import type { Access } from "../../common/access/access.ts";
import { flipperRoutes } from "../../common/access/flipper-routes.ts";
import type { DocumentedDeployment } from "../../common/errors/operation-docs.ts";
import { answerJson } from "../answers/check-answer.ts";
import { BulkCheckModel, bulkResultsMax, NewBulkCheckModel } from "./bulk-check-model.ts";
import { type BulkCheckRequest, type GroupedActor, readBulkCheck } from "./bulk-check-request.ts";

export interface BulkCheckControllerOptions {
  readonly service: FeatureService;
  readonly access: Access;
  readonly documented: DocumentedDeployment;
}

/** Checks with fewer results are answered in one step. */
const smallResultsMax = 1_000;

const NewBulkCheck = jsonDocument(
  NewBulkCheckModel,
  {
    actors: [{ flipper_id: "User;42", properties: { plan: "pro" } }, { flipper_id: "User;1" }],
    keys: ["search", "unknown"],
  },
  readBulkCheck,
);

const example: BulkCheckModel = {
  actors: [
    {
      flipper_id: "User;42",
      features: { search: { enabled: true }, unknown: { enabled: false } },
    },
    {
      flipper_id: "User;1",
      features: { search: { enabled: false }, unknown: { enabled: false } },
    },
  ],
};

/** POST /actors (docs/api.md#bulk-check). Creates nothing for unknown features. */
export function bulkCheckController(options: BulkCheckControllerOptions) {
  const { service } = options;
  return new Elysia({ tags: ["Actors"] }).use(flipperRoutes(options)).post(
    "/actors",
    ({ request, caller, body }) => {
      const check = new BulkCheck(service, caller, body, request);
      return check.resultCount > smallResultsMax || service.isLargeEnvironment(caller)
        ? largeChecks.run(() => inSlices(check.answer()))
        : runSteps(check.answer());
    },
    {
      access: "read",
      headers: ContentEncoding,
      body: NewBulkCheck,
      response: { 200: documentedJson(BulkCheckModel, "The results", example) },
      refuses: ["flipper_id_missing", "check_too_large"],
      detail: {
        operationId: "checkActors",
        summary: "Read which features are enabled for several actors",
        description: "Creates nothing. Without `keys` it answers for all features, sorted by key.",
      },
    },
  );
}

/** A requested feature; undefined for an unknown one. */
type AskedFeature = readonly [key: string, toggle: Toggle | undefined];

/** A check of several actors, on the state at the arrival of the request. */
class BulkCheck {
  readonly #service: FeatureService;
  readonly #caller: Caller;
  readonly #actors: readonly GroupedActor[];
  readonly #snapshot: Snapshot;
  /** Undefined for all features. */
  readonly #keys: ReadonlySet<string> | undefined;
  readonly #keyCount: number;
  readonly #request: Request;

  /** Throws `parameter_invalid` for too many results. */
  constructor(
    service: FeatureService,
    caller: Caller,
    { actors, keys }: BulkCheckRequest,
    request: Request,
  ) {
    const count = keys?.size ?? service.featureCount(caller);
    if (actors.length * count > bulkResultsMax) {
      throw new GatehouseError("parameter_invalid", {
        message: `${actors.length} actors and ${count} features have more than ${bulkResultsMax} results`,
      });
    }
    this.#service = service;
    this.#caller = caller;
    this.#actors = actors;
    this.#snapshot = service.snapshot(caller);
    this.#keys = keys;
    this.#keyCount = count;
    this.#request = request;
  }

  get resultCount(): number {
    return this.#actors.length * this.#keyCount;
  }

  /** In steps of some features. Throws `parameter_invalid` if it would take too much work. */
  *answer(): Generator<void, Response> {
    const features = yield* this.#features();
    const known = features.flatMap(([, toggle]) => toggle ?? []);
    yield* refuseExpensiveCheck(this.#service, this.#caller, known, this.#actors.length);
    const checked: string[] = [];
    for (const actor of this.#actors) {
      checked.push(yield* this.#answerOne(actor, features));
      yield;
    }
    this.#service.countEvaluations(this.resultCount);
    return jsonResponse(`{"actors":[${checked.join(",")}]}`);
  }

  *#features(): Generator<void, readonly AskedFeature[]> {
    const features: AskedFeature[] = [];
    if (this.#keys === undefined) {
      for (const toggle of this.#snapshot.eachToggle()) {
        features.push([toggle.key, toggle]);
        yield;
      }
    } else {
      for (const key of this.#keys) {
        features.push([key, this.#snapshot.find(key)]);
      }
    }
    return features;
  }

  *#answerOne(
    { actor, groups }: GroupedActor,
    features: readonly AskedFeature[],
  ): Generator<void, string> {
    const check = this.#service.check(this.#caller, [actor], groups, () =>
      requestIdOf(this.#request),
    );
    const pieces: string[] = [];
    let members: string[] = [];
    for (const [key, toggle] of features) {
      const isEnabled = toggle !== undefined && (yield* check.openGateInSteps(toggle)) !== null;
      members.push(answerJson(key, isEnabled));
      if (members.length % membersPerStep === 0) {
        yield;
      }
      if (members.length === membersPerPiece) {
        pieces.push(members.join(","));
        members = [];
        collectNewSoon();
      }
    }
    if (members.length > 0) {
      pieces.push(members.join(","));
    }
    return `{"flipper_id":${JSON.stringify(actor.flipperId)},"features":{${pieces.join(",")}}}`;
  }
}

const membersPerStep = 8;
/** A hundred thousand short strings take several times the memory of their text. */
const membersPerPiece = 8_192;
