import { isJsonObject, type JsonObject } from "../../core/text/json-object.ts";
import { connectionProblem, unreachableMessage } from "../../http/client/connection-problem.ts";
import { proxyText, withoutLoopbackProxy } from "../../http/client/http-proxy.ts";
import { jsonLines } from "./json-lines.ts";
import { PrimaryError } from "./primary-error.ts";

export interface PrimaryClientOptions {
  /** The base URL of the primary, without a slash at its end. */
  readonly url: string;
  /** The replica's token. */
  readonly token: string;
  readonly userAgent: string;
}

/** The primary sends a sign of life every second. */
const silenceMsMax = 30_000;
const callMsMax = 10_000;
const unauthorized = 401;

/** The requests of a replica to its primary. All methods reject with a `PrimaryError`. */
export class PrimaryClient {
  readonly url: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ url, token, userAgent }: PrimaryClientOptions) {
    this.url = url;
    this.#headers = { authorization: `Bearer ${token}`, "user-agent": userAgent };
  }

  /** The commits after a position, as long as the primary sends them. */
  changes(after: string, signal: AbortSignal): AsyncGenerator<readonly JsonObject[], void> {
    return this.#lines(`/changes?after=${encodeURIComponent(after)}`, signal);
  }

  snapshot(signal: AbortSignal): AsyncGenerator<readonly JsonObject[], void> {
    return this.#lines("/snapshot", signal);
  }

  /** The position of the primary's latest commit. */
  async position(): Promise<string> {
    const answer = await this.#json("/position", {});
    if (typeof answer.place !== "string") {
      throw new PrimaryError("The origin gave no position");
    }
    return answer.place;
  }

  /** Sends submissions; resolves with the sequence up to which they are settled. */
  async relay(body: Uint8Array<ArrayBuffer>): Promise<number> {
    const answer = await this.#json("/telemetry", { method: "POST", body });
    if (typeof answer.through !== "number") {
      throw new PrimaryError("The origin did not say what it counted");
    }
    return answer.through;
  }

  async #json(path: string, init: RequestInit): Promise<JsonObject> {
    const response = await this.#fetch(path, { ...init, signal: AbortSignal.timeout(callMsMax) });
    try {
      const answer: unknown = await response.json();
      if (isJsonObject(answer)) {
        return answer;
      }
    } catch (error) {
      throw new PrimaryError("The origin's answer broke off", { cause: error });
    }
    throw new PrimaryError("The origin's answer is no object");
  }

  async *#lines(path: string, signal: AbortSignal): AsyncGenerator<readonly JsonObject[], void> {
    const silence = new AbortController();
    const abort = () => silence.abort(new Error(`nothing arrived in ${silenceMsMax} ms`));
    let timer = setTimeout(abort, silenceMsMax);
    try {
      const response = await this.#fetch(path, {
        signal: AbortSignal.any([signal, silence.signal]),
      });
      if (response.body === null) {
        throw new PrimaryError("The origin gave an empty answer");
      }
      yield* jsonLines(response.body, () => {
        clearTimeout(timer);
        timer = setTimeout(abort, silenceMsMax);
      });
    } catch (error) {
      throw error instanceof PrimaryError
        ? error
        : new PrimaryError(`The connection to the origin broke: ${connectionProblem(error)}`);
    } finally {
      clearTimeout(timer);
      silence.abort();
    }
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(`${this.url}/replication${path}`, {
        ...init,
        ...withoutLoopbackProxy(this.url),
        headers: this.#headers,
        redirect: "error",
      });
    } catch (error) {
      throw new PrimaryError(`The origin ${unreachableMessage(this.url, error)}`);
    }
    if (!response.ok) {
      const isRefused = response.status === unauthorized;
      await response.body?.cancel();
      throw new PrimaryError(
        isRefused
          ? "The origin refuses the token of this replica"
          : `The origin answered with status ${response.status}${throughProxy(this.url)}`,
        { isRefused },
      );
    }
    return response;
  }
}

function throughProxy(url: string): string {
  const proxy = proxyText(url);
  return proxy === undefined ? "" : `, asked through ${proxy}`;
}
