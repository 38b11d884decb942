import type { State } from "../../src/core/model/state.ts";
import { runsOf } from "../helpers/runs.ts";
import { Random } from "./random.ts";
import { type ApiAccess, type RawRequest, randomRequest } from "./raw-request.ts";
import { fuzzSeed } from "./seed.ts";

const requests = runsOf(400);
export const timeoutMs = 180_000 + requests * 100;

export interface RawAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly allow: string | null;
  readonly body: Uint8Array;
}

interface FuzzTarget extends ApiAccess {
  readonly state: () => State;
  /** Whether HEAD is answered without a body; a fetch handler leaves that to the HTTP server. */
  readonly omitsHeadBody: boolean;
  /** Null if the request cannot be sent this way, or does not reach the server's own code. */
  readonly send: (request: RawRequest) => Promise<RawAnswer | null>;
}

/** The number of answers by the first digit of their status. */
type StatusCounts = Readonly<Record<2 | 3 | 4, number>>;

/** Sends random requests; throws on the first wrong answer. */
export async function fuzz(target: FuzzTarget): Promise<StatusCounts> {
  const random = new Random(fuzzSeed);
  const counts = { 2: 0, 3: 0, 4: 0 };
  for (let count = 1; count <= requests; count++) {
    const request = randomRequest(random, target);
    const before = target.state();
    const answer = await target.send(request);
    if (answer !== null) {
      const problem =
        forbiddenChange(request, answer, target.state() !== before) ??
        wrongAnswer(target, request, answer);
      if (problem !== null) {
        throw new Error(
          `${problem}: request ${count} of FUZZ_SEED=${fuzzSeed}: ${shown(request, answer)}`,
        );
      }
      counts[statusClassOf(answer.status)]++;
    }
  }
  return counts;
}

function statusClassOf(status: number): keyof StatusCounts {
  return status < 300 ? 2 : status < 400 ? 3 : 4;
}

const readMethods = ["GET", "HEAD"];
const knownStatuses = new Set([
  200, 201, 202, 204, 302, 304, 400, 401, 402, 403, 404, 405, 409, 413, 415, 422,
]);

/** Whether a target is the only path that leads to another one; `/%2e%2e` is, as parsers read it. */
function isStartPage(target: string): boolean {
  const url = `http://host${target}`;
  return URL.canParse(url) && /^\/*$/.test(new URL(url).pathname);
}

function forbiddenChange(
  request: RawRequest,
  answer: RawAnswer,
  hasChanged: boolean,
): string | null {
  return hasChanged && (answer.status >= 400 || readMethods.includes(request.method))
    ? "a refused request or a read changed something"
    : null;
}

/** Returns why an answer is wrong (docs/api.md#errors); null if it is not. */
function wrongAnswer(target: FuzzTarget, request: RawRequest, answer: RawAnswer): string | null {
  const { method } = request;
  const { status, contentType, allow } = answer;
  if (!knownStatuses.has(status)) {
    return `status ${status}`;
  }
  if (status === 302 && !isStartPage(request.target)) {
    return "a redirect from another path than /";
  }
  const text = Buffer.from(answer.body).toString("utf8");
  if ((method === "HEAD" && target.omitsHeadBody) || [204, 302, 304].includes(status)) {
    return text === "" ? null : "an answer that must not have a body has one";
  }
  if (status === 405 && !/^[A-Z]+(?:, [A-Z]+)*$/.test(allow ?? "")) {
    return "405 without Allow";
  }
  if (status >= 400) {
    return contentType === "application/json" && isError(text, request) ? null : "no error object";
  }
  return contentType !== "application/json" || isJson(text) ? null : "no JSON";
}

function isError(text: string, { method, target }: RawRequest): boolean {
  const error: unknown = JSON.parse(text);
  return (
    typeof error === "object" &&
    error !== null &&
    "code" in error &&
    ["number", "string"].includes(typeof error.code) &&
    "message" in error &&
    typeof error.message === "string" &&
    error.message !== "" &&
    "more_info" in error &&
    error.more_info === moreInfo &&
    (Object.keys(error).length === 3 ||
      (method === "POST" &&
        isImport(target) &&
        Object.keys(error).length === 4 &&
        "error" in error &&
        error.error === error.message))
  );
}

/** Parsers of URLs read \ as /, and drop control characters at the end. */
function isImport(target: string): boolean {
  const path = URL.parse(`http://localhost${target}`)?.pathname ?? target;
  return /[/\\]import(?:-preview)?(?:\?|$)/.test(path);
}

/** The expected `more_info` of every error. */
export const moreInfo = "/where/to/read";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function shown(request: RawRequest, answer: RawAnswer): string {
  const body = request.body === null ? null : Buffer.from(request.body).toString("latin1");
  const text = Buffer.from(answer.body).toString("utf8");
  return JSON.stringify({ ...request, body: body?.slice(0, 2_000), answer: text.slice(0, 2_000) });
}
