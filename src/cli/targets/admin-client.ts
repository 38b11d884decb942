import {
  type AnswerOf,
  type InputOf,
  methodAndUrl,
  type RouteName,
} from "../../api/admin/calls/admin-call.ts";
import { adminApiHeader } from "../../api/admin/contract/admin-header.ts";
import { answeredEnvironmentHeader } from "../../api/admin/contract/environment-header.ts";
import { programHeader } from "../../api/admin/contract/program-header.ts";
import { ApiRefusal } from "../api-client/api-failure.ts";
import type { ApiSender } from "../api-client/api-sender.ts";
import { readJson, readWholeText, refuseRefusal } from "../api-client/read-answer.ts";
import { RequestOpened } from "../api-client/request-opened.ts";

const jsonType = "application/json";

interface RequestOptions {
  /** The type of the body. */
  readonly type?: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls the Admin API (docs/admin-api.md). All functions reject with an ApiRefusal, an ApiUnreachable or
 * an UnknownAnswer.
 */
export class AdminClient {
  readonly #send: ApiSender;
  #environment: string | null = null;

  /** Paths of requests start with `/admin/v1`. */
  constructor(send: ApiSender) {
    this.#send = send;
  }

  /** The slug of the environment of the last answer; null before the first one. */
  get environment(): string | null {
    return this.#environment;
  }

  /** Calls a route with its parameters, its query and its body. */
  async call<Name extends RouteName>(
    name: Name,
    input: InputOf<Name>,
    signal?: AbortSignal,
  ): Promise<AnswerOf<Name>> {
    const body = "body" in input ? JSON.stringify(input.body) : undefined;
    const { path, answer } = await this.#request(name, input, body, { signal });
    // The types come from the document of this version; a later one adds members only.
    return (await readJson({ path, answer })) as AnswerOf<Name>;
  }

  /** As `call`, with the text of a file as the body. */
  async callWithText<Name extends RouteName>(
    name: Name,
    input: object,
    body: string,
    type = jsonType,
  ): Promise<AnswerOf<Name>> {
    const answered = await this.#request(name, input, body, { type });
    return (await readJson(answered)) as AnswerOf<Name>;
  }

  /** The text of a file that a route returns. */
  async text(name: RouteName, input: object): Promise<string> {
    return readWholeText(await this.#request(name, input, undefined));
  }

  /** The answer of a route that returns no JSON, such as a file or a stream. */
  async open(name: RouteName, input: object, signal?: AbortSignal): Promise<Response> {
    const { answer } = await this.#request(name, input, undefined, { signal });
    return answer;
  }

  async #request(
    name: RouteName,
    input: object,
    body: string | undefined,
    { type = jsonType, signal }: RequestOptions = {},
  ): Promise<{ readonly path: string; readonly answer: Response }> {
    const { method, url: path } = methodAndUrl("", name, input);
    const answer = await this.#send(path, {
      method,
      headers: {
        [programHeader]: "command",
        ...(body === undefined ? {} : { "content-type": type }),
      },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (!answer.headers.has(adminApiHeader)) {
      throw await noAdminApi(path, answer);
    }
    await refuseRefusal({ path, answer });
    if (answer.status === accepted) {
      throw new RequestOpened(await readJson({ path, answer }));
    }
    this.#environment = answer.headers.get(answeredEnvironmentHeader);
    return { path, answer };
  }
}

/** Of a change that became a request. */
const accepted = 202;
const notFound = 404;
/** Statuses of a server that may answer later. */
const passingStatuses = { tooManyRequests: 429, faultMin: 500 };

/** Reports an answer of another program as a missing route, unless the server may answer later. */
async function noAdminApi(path: string, answer: Response): Promise<unknown> {
  try {
    await refuseRefusal({ path, answer });
    await answer.body?.cancel();
  } catch (error) {
    const isPassing =
      answer.status === passingStatuses.tooManyRequests ||
      answer.status >= passingStatuses.faultMin;
    return error instanceof ApiRefusal && !isPassing
      ? new ApiRefusal({ status: notFound, code: null, message: error.message, path })
      : error;
  }
  const message = "another program than the Admin API has answered; is it a Gatehouse server?";
  return new ApiRefusal({ status: notFound, code: null, message, path });
}
