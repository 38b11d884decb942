import type { Contract, PathParameter, RouteName, UiError } from "../../web/contract/contract.ts";
import { pageFacts } from "../page-facts.ts";
import { texts } from "../texts.ts";

export type AnswerOf<Name extends RouteName> = Contract[Name]["answer"];

type Part<Name extends RouteName, Field extends string> = Contract[Name] extends {
  readonly [key in Field]: infer Value;
}
  ? { readonly [key in Field]: Value }
  : unknown;

type Params<Name extends RouteName> = [PathParameter<Name>] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<PathParameter<Name>, string | number>> };

/** What a route takes: the parameters of its path, its query and its body. */
export type InputOf<Name extends RouteName> = object &
  Params<Name> &
  Part<Name, "query"> &
  Part<Name, "body">;

/** A refusal of the server, or the failure to reach it. */
export class CallError extends Error {
  override readonly name = "CallError";
  readonly status: number;
  readonly code: string;
  readonly place: string | undefined;

  constructor(status: number, { code, message, place }: UiError["error"]) {
    super(message);
    this.status = status;
    this.code = code;
    this.place = place;
  }
}

/** Calls a route. Rejects with a `CallError`. */
export function call<Name extends RouteName>(
  name: Name,
  input: InputOf<Name>,
  signal?: AbortSignal,
): Promise<AnswerOf<Name>> {
  const body = "body" in input ? JSON.stringify(input.body) : undefined;
  return callWithBody(name, input, body, signal);
}

/** As `call`, with a body that is JSON already, such as a file. */
export async function callWithBody<Name extends RouteName>(
  name: Name,
  input: object,
  body: string | Blob | undefined,
  signal?: AbortSignal,
): Promise<AnswerOf<Name>> {
  const { method, url } = addressOf(name, input);
  const response = await fetch(url, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
    credentials: "same-origin",
  }).catch((error: unknown) => {
    if (signal?.aborted === true) {
      throw error;
    }
    throw new CallError(0, { code: "unreachable", message: texts.errors.unreachable });
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    throw new CallError(response.status, errorIn(answer));
  }
  return answer as AnswerOf<Name>;
}

/** The method and the URL of a call, for links and downloads too. */
export function addressOf(name: RouteName, input: object): { method: string; url: string } {
  const space = name.indexOf(" ");
  const params = "params" in input ? entriesOf(input.params) : new Map<string, string>();
  const path = name
    .slice(space + 1)
    .replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params.get(key) ?? ""));
  const query = "query" in input ? new URLSearchParams([...entriesOf(input.query)]) : "";
  const search = query.toString();
  return {
    method: name.slice(0, space),
    url: `${pageFacts.base}/app/api${path}${search === "" ? "" : `?${search}`}`,
  };
}

function entriesOf(values: unknown): Map<string, string> {
  return new Map(
    Object.entries(values ?? {}).flatMap(([key, value]) =>
      value === undefined || value === null || value === "" ? [] : [[key, String(value)]],
    ),
  );
}

function errorIn(answer: unknown): UiError["error"] {
  const error = answer !== null && typeof answer === "object" && "error" in answer && answer.error;
  if (error !== null && typeof error === "object") {
    const { code, message, place } = error as Partial<UiError["error"]>;
    if (typeof code === "string" && typeof message === "string") {
      return { code, message, ...(typeof place === "string" ? { place } : {}) };
    }
  }
  return { code: "unexpected", message: texts.errors.unexpected };
}
