import { expect } from "bun:test";
import type { OutcomeSubmissionModel } from "../../src/api/flipper/outcomes/outcome-model.ts";
import type { Change } from "../../src/core/model/change.ts";
import type { MinutesOfFeature } from "../../src/telemetry/guard-calls.ts";
import { sampleRollout } from "../contract/rollout-examples.ts";
import { readAnswer } from "../helpers/answer.ts";
import type { TelemetryApi } from "./telemetry-api.ts";

export type SubmittedOutcome = OutcomeSubmissionModel["outcomes"][number];
/** The total and the errors of some of the 16 buckets. */
export type Buckets = Readonly<Record<number, readonly [total: number, errors: number]>>;

/** A running rollout of a feature, whose guards watch outcomes of these names. */
export function guardedRollout(
  id: number,
  key: string,
  names: readonly string[],
  environmentId = 1,
): Change {
  const guards = names.map((name) => ({
    ...{ name, bad: "errors" as const, confidence: 0.95, action: "return" as const },
    tolerate: { relative: 0, absolute: 0 },
  }));
  return { kind: "rollout.saved", rollout: sampleRollout(id, { key, environmentId, guards }) };
}

export function outcomeOf(
  name: string,
  key: string,
  result: boolean,
  buckets: Buckets,
): SubmittedOutcome {
  const pairs = Array.from({ length: 16 }, (_, index) => [...(buckets[index] ?? [0, 0])]);
  const sumOf = (place: number) => pairs.reduce((sum, pair) => sum + (pair[place] ?? 0), 0);
  return { name, key, result, total: sumOf(0), errors: sumOf(1), buckets: pairs };
}

export function outcomeSubmission(
  outcomes: readonly SubmittedOutcome[],
  requestId: string = crypto.randomUUID(),
): OutcomeSubmissionModel {
  return { request_id: requestId, outcomes: [...outcomes] };
}

/** One outcome, with an id that follows from another one. */
export function outcomesAfter(requestId: string): OutcomeSubmissionModel {
  const outcome = outcomeOf("checkout", "search", true, { 5: [1, 1] });
  return outcomeSubmission([outcome], `00000000${requestId.slice(8)}`);
}

export function submittedOutcomes(
  api: TelemetryApi,
  submission: OutcomeSubmissionModel,
  environment?: number,
): Promise<Response> {
  return api.send("/gatehouse/outcomes", {
    method: "POST",
    body: JSON.stringify(submission),
    headers: { "content-type": "application/json" },
    ...(environment !== undefined && { environment }),
  });
}

/** Submits outcomes; throws unless they are accepted. */
export async function acceptedOutcomes(
  api: TelemetryApi,
  submission: OutcomeSubmissionModel,
  environment?: number,
): Promise<void> {
  const response = await submittedOutcomes(api, submission, environment);
  const [, body] = await readAnswer(response, { method: "POST" });
  expect([response.status, body]).toEqual([202, {}]);
}

/** The minutes of one name and feature, each with the non-empty buckets of both arms. */
export async function minutesOf(
  api: TelemetryApi,
  name: string,
  range: MinutesOfFeature,
): Promise<readonly (readonly [minute: number, enabled: Buckets, disabled: Buckets])[]> {
  const [named] = await api.telemetry.guards.outcomes(range, [name]);
  expect(named?.name).toBe(name);
  const bucketsOf = ({ totals, errors }: Record<"totals" | "errors", readonly number[]>) =>
    Object.fromEntries(
      totals
        .map((total, index) => [index, [total, errors[index] ?? 0]] as const)
        .filter(([, [total]]) => total > 0),
    );
  return (named?.minutes ?? []).map(({ minute, enabled, disabled }) => [
    ...([minute, bucketsOf(enabled), bucketsOf(disabled)] as const),
  ]);
}

/** How many outcomes of `outcomesAfter` were counted at a time. */
export async function countedAfter(api: TelemetryApi, nowMs: number): Promise<number> {
  const minute = Math.floor(nowMs / 60_000);
  const range = { environmentId: 1, key: "search", fromMinute: minute, toMinute: minute + 1 };
  return (await minutesOf(api, "checkout", range))[0]?.[1][5]?.[0] ?? 0;
}
