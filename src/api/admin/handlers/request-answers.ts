import { isHeld } from "../../../app/requests/request-checks.ts";
import type { RequestService } from "../../../app/requests/request-service.ts";
import type { GatehouseError } from "../../../core/errors.ts";
import { standingOf } from "../../../core/model/approvals.ts";
import {
  type ChangeRequest,
  isOpenRequest,
  type RequestBase,
} from "../../../core/model/change-request.ts";
import type { Environment } from "../../../core/model/environment.ts";
import { type Bases, basesOf } from "../../../core/model/request-base.ts";
import type { State } from "../../../core/model/state.ts";
import { type RowMoment, type RowReader, requestRow } from "./request-rows.ts";
import { shownCommand } from "./shown-rollouts.ts";

/** A request with what it would change: for its base, now, and after it. */
export async function requestAnswer(
  service: RequestService,
  moment: RowMoment,
  request: ChangeRequest,
  reader: RowReader,
) {
  const { state } = moment;
  const environment = state.environments.get(request.environmentId);
  const isOpen = isOpenRequest(request) && environment !== undefined;
  const tried = isOpen ? await service.tryOut(request) : null;
  const basesIn = (each: State | null) =>
    each === null || environment === undefined ? null : basesAfter(each, environment, request);
  const now = isOpen ? basesIn(state) : null;
  const proposed = basesIn(tried?.after ?? null);
  return {
    request: requestRow(moment, request, reader),
    commands: request.commands.map(shownCommand),
    features: placesOf(request, now).map(({ environmentId, key }) => ({
      environment: state.environments.get(environmentId)?.slug ?? "",
      key,
      base: sideOf(request.base, environmentId, key),
      now: sideOf(now?.base ?? [], environmentId, key),
      proposed:
        sideOf(proposed?.base ?? [], environmentId, key) ?? (proposed === null ? null : missing),
    })),
    policy: request.policyBase && {
      base: request.policyBase.rules,
      now: now?.policyBase?.rules ?? null,
      proposed: proposed?.policyBase?.rules ?? null,
    },
    blocks: isOpen ? blocksOf(moment, request, tried?.refusal ?? null) : [],
  };
}

/** A removed feature, in an environment that had own gates of it. */
const missing = { own: "missing", gates: null, sha256: "" } as const;

function basesAfter(state: State, environment: Environment, request: ChangeRequest): Bases {
  return basesOf(state, environment, request.commands);
}

/** Each environment and key of the base, or of now. */
function placesOf({ base }: ChangeRequest, now: Bases | null): readonly RequestBase[] {
  const places = new Map<string, RequestBase>();
  for (const each of [...base, ...(now?.base ?? [])]) {
    places.set(`${each.environmentId} ${each.key}`, each);
  }
  return [...places.values()];
}

function sideOf(bases: readonly RequestBase[], environmentId: number, key: string) {
  const found = bases.find((each) => each.environmentId === environmentId && each.key === key);
  return found === undefined ? null : { own: found.own, gates: found.gates, sha256: found.sha256 };
}

function blocksOf(
  moment: RowMoment,
  request: ChangeRequest,
  refusal: GatehouseError | null,
): readonly string[] {
  const { asks, rules } = standingOf(moment, request);
  const { apply, state } = request;
  const blocks = [
    ...(state === "drifted" ? ["request_drifted"] : []),
    ...(asks.length > 0 ? ["changes_asked"] : []),
    ...(rules.some(({ rule, votes }) => votes.length < rule.count) ? ["request_not_approved"] : []),
    ...(isHeld(moment, request) ? ["request_held"] : []),
    ...(apply.kind === "at" && moment.now < apply.at ? ["request_scheduled"] : []),
    ...(refusal === null ? [] : [refusal.refusal]),
  ];
  return [...new Set(blocks)];
}
