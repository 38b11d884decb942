import type { PauseReason, WebhookKind } from "../../core/model/webhook.ts";
import type { DeliveryOutcome } from "../../core/model/webhook-delivery.ts";
import { isJsonObject } from "../../core/text/json-object.ts";
import { printable } from "../../core/text/printable.ts";
import type { TargetAnswer } from "../targets/webhook-target.ts";

/** The outcome of a delivery, according to the response. */
export interface JudgedAnswer {
  readonly outcome: Extract<DeliveryOutcome, "delivered" | "failed" | "refused">;
  readonly status: number | null;
  readonly problem: string | null;
  readonly answer: string;
  readonly groups: readonly string[] | null;
  readonly pause: Extract<PauseReason, "gone"> | null;
  readonly retryAfter: string | null;
}

const answerLengthMax = 1_000;
const problemLengthMax = 500;

/**
 * A sync endpoint that responds with a status of 400 to 499 gets no retry, apart from 408 and 429:
 * its application reports that the request is wrong, and the same request stays wrong.
 */
export function judgeAnswer(kind: WebhookKind, given: TargetAnswer): JudgedAnswer {
  if (given.kind === "failed") {
    return { ...unanswered, problem: shown(given.reason, problemLengthMax) };
  }
  const { status, headers, body } = given;
  const outcome = outcomeOf(kind, status);
  return {
    outcome,
    status,
    problem: outcome === "delivered" ? null : problemOf(status, headers),
    answer: shown(body, answerLengthMax),
    groups: kind === "sync" && outcome === "delivered" ? groupsIn(body) : null,
    pause: kind === "events" && status === 410 ? "gone" : null,
    retryAfter: headers.get("retry-after"),
  };
}

const unanswered = {
  outcome: "failed",
  status: null,
  answer: "",
  groups: null,
  pause: null,
  retryAfter: null,
} as const;

function outcomeOf(kind: WebhookKind, status: number): JudgedAnswer["outcome"] {
  if (status >= 200 && status < 300) {
    return "delivered";
  }
  const isRefused =
    kind === "sync"
      ? status >= 400 && status < 500 && status !== 408 && status !== 429
      : status === 410;
  return isRefused ? "refused" : "failed";
}

function problemOf(status: number, headers: Headers): string | null {
  return status >= 300 && status < 400 ? redirectProblem(headers) : reportedProblem(headers);
}

/** Without the path, which may contain a secret. */
function redirectProblem(headers: Headers): string {
  const location = headers.get("location");
  const host = location === null ? undefined : URL.parse(location)?.host;
  const target = host === undefined || host === "" ? "" : ` (to ${host})`;
  const problem = `redirects are not followed${target}; set the webhook's URL to the address that answers without a redirect`;
  return shown(problem, problemLengthMax);
}

/** The application's error, as Flipper's middleware reports it. */
function reportedProblem(headers: Headers): string | null {
  const reported = [
    headers.get("flipper-cloud-response-error-class"),
    headers.get("flipper-cloud-response-error-message"),
  ].filter((text) => text !== null && text !== "");
  return reported.length === 0 ? null : shown(reported.join(": "), problemLengthMax);
}

function groupsIn(body: string): readonly string[] | null {
  const document = parsed(body);
  if (!isJsonObject(document) || !Array.isArray(document.groups)) {
    return null;
  }
  return document.groups.flatMap((group: unknown) =>
    isJsonObject(group) && typeof group.name === "string" ? [group.name] : [],
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function shown(text: string, lengthMax: number): string {
  const cut = text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text;
  return printable(cut.toWellFormed());
}
