import type { State } from "../../src/model/state.ts";
import { Random } from "./random.ts";
import { fuzzSeed } from "./seed.ts";
import { randomRequest, type Surface, type WireRequest } from "./wire-request.ts";

/** FUZZ_SECONDS=600 looks longer; FUZZ_SEED repeats what a failure names. */
const seconds = Number(process.env.FUZZ_SECONDS ?? 0.8);
export const timeoutMs = 60_000 + seconds * 2_000;

export interface WireAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly allow: string | null;
  readonly body: Uint8Array;
}

export interface Target extends Surface {
  readonly state: () => State;
  /** Whether HEAD is answered without the body, which only whoever sends the answer leaves out. */
  readonly sendsHead: boolean;
  /** Null if the request cannot be sent this way, or is none that the server's code gets to see. */
  readonly send: (request: WireRequest) => Promise<WireAnswer | null>;
}

/** How many requests were answered, by the hundred of their status. */
export type Tally = Readonly<Record<2 | 3 | 4, number>>;

/** Sends random requests until the time is over; throws on the first answer that breaks a promise. */
export async function fuzz(target: Target): Promise<Tally> {
  const random = new Random(fuzzSeed);
  const tally = { 2: 0, 3: 0, 4: 0 };
  const end = performance.now() + seconds * 1_000;
  for (let count = 1; performance.now() < end; count++) {
    const request = randomRequest(random, target);
    const before = target.state();
    const answer = await target.send(request);
    if (answer !== null) {
      const fault =
        changeOf(request, answer, target.state() !== before) ?? faultOf(target, request, answer);
      if (fault !== null) {
        throw new Error(
          `${fault}: request ${count} of FUZZ_SEED=${fuzzSeed}: ${shown(request, answer)}`,
        );
      }
      tally[hundredOf(answer.status)]++;
    }
  }
  return tally;
}

function hundredOf(status: number): keyof Tally {
  return status < 300 ? 2 : status < 400 ? 3 : 4;
}

const readMethods = ["GET", "HEAD"];
const knownStatuses = new Set([
  200, 201, 202, 204, 304, 400, 401, 402, 403, 404, 405, 409, 413, 415, 422,
]);

function changeOf(request: WireRequest, answer: WireAnswer, hasChanged: boolean): string | null {
  return hasChanged && (answer.status >= 400 || readMethods.includes(request.method))
    ? "a refused request or a read changed something"
    : null;
}

/** Which promise an answer breaks (DESIGN.md section 7); null if none. */
function faultOf(target: Target, { method }: WireRequest, answer: WireAnswer): string | null {
  const { status, contentType, allow } = answer;
  if (!knownStatuses.has(status)) {
    return `status ${status}`;
  }
  const text = Buffer.from(answer.body).toString("utf8");
  if ((method === "HEAD" && target.sendsHead) || status === 204 || status === 304) {
    return text === "" ? null : "an answer that has no body has one";
  }
  if (status === 405 && !/^[A-Z]+(?:, [A-Z]+)*$/.test(allow ?? "")) {
    return "405 without Allow";
  }
  if (status >= 400) {
    return contentType === "application/json" && isError(text) ? null : "no error object";
  }
  return contentType !== "application/json" || isJson(text) ? null : "no JSON";
}

function isError(text: string): boolean {
  const error: unknown = JSON.parse(text);
  return (
    typeof error === "object" &&
    error !== null &&
    Object.keys(error).join() === "code,message,more_info" &&
    "code" in error &&
    ["number", "string"].includes(typeof error.code) &&
    "message" in error &&
    typeof error.message === "string" &&
    error.message !== "" &&
    "more_info" in error &&
    error.more_info === moreInfo
  );
}

/** Where every error has to point. */
export const moreInfo = "/where/to/read";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function shown(request: WireRequest, answer: WireAnswer): string {
  const body = request.body === null ? null : Buffer.from(request.body).toString("latin1");
  const text = Buffer.from(answer.body).toString("utf8");
  return JSON.stringify({ ...request, body: body?.slice(0, 2_000), answer: text.slice(0, 2_000) });
}
