import { Type } from "@sinclair/typebox";
import {
  ActorCheckModel,
  FeatureListModel,
  FeatureModel,
} from "../../src/api/flipper/features/feature-model.ts";
import { type Answer, type Expectation, readAnswer } from "./answer.ts";
import type { Service } from "./service.ts";

/** The format of the parameters in a body (docs/api.md#requests). */
export type Encoding = "form" | "json";
export const encodings = ["form", "json"] as const satisfies Encoding[];

export type ParameterValues = Readonly<Record<string, string | number>>;

export interface Call {
  /** Without its question mark. */
  readonly query?: string | undefined;
  /** The parameters of the body, sent in the client's encoding. */
  readonly parameters?: ParameterValues | undefined;
  /** The raw body, instead of `parameters`. */
  readonly body?: RequestInit["body"];
  readonly headers?: Readonly<Record<string, string>>;
  readonly model?: Expectation["model"];
}

const EmptyModel = Type.Object({}, { additionalProperties: false });

export type GateKey =
  | "boolean"
  | "expression"
  | "groups"
  | "actors"
  | "percentage_of_actors"
  | "percentage_of_time";

/** A client of the API. Calls return `[response, body, text]` after a check of the model. */
export class ApiClient {
  readonly #service: () => Service;
  readonly #encoding: Encoding;

  constructor(service: () => Service, encoding: Encoding = "form") {
    this.#service = service;
    this.#encoding = encoding;
  }

  /** Returns a client of the same service that sends parameters in another encoding. */
  sending(encoding: Encoding): ApiClient {
    return new ApiClient(this.#service, encoding);
  }

  /** Returns the answer without any check. */
  send(path: string, init?: RequestInit): Promise<Response> {
    return this.#service().send(path, init);
  }

  async call(method: string, path: string, call: Call = {}): Promise<Answer> {
    const { query, parameters, headers, body, model } = call;
    const encoded = parameters === undefined ? undefined : encode(parameters, this.#encoding);
    const response = await this.send(query === undefined ? path : `${path}?${query}`, {
      method,
      headers: { ...encoded?.headers, ...headers },
      body: encoded?.body ?? body ?? null,
    });
    return readAnswer(response, { method, model });
  }

  readonly features = {
    list: (query?: string) => this.call("GET", "/features", { query, model: FeatureListModel }),
    create: (name: string) =>
      this.call("POST", "/features", { parameters: { name }, model: EmptyModel }),
    get: (name: string, query?: string) =>
      this.call("GET", featurePath(name), { query, model: FeatureModel }),
    remove: (name: string) => this.call("DELETE", featurePath(name)),
    clear: (name: string) => this.call("DELETE", `${featurePath(name)}/clear`),
  };

  readonly gates = {
    post: (name: string, gate: GateKey, parameters?: ParameterValues, query?: string) =>
      this.call("POST", `${featurePath(name)}/${gate}`, { parameters, query, model: FeatureModel }),
    delete: (name: string, gate: GateKey, parameters?: ParameterValues, query?: string) =>
      this.call("DELETE", `${featurePath(name)}/${gate}`, {
        parameters,
        query,
        model: FeatureModel,
      }),
  };

  readonly actors = {
    check: (flipperId: string, query?: string) =>
      this.call("GET", `/actors/${encodeURIComponent(flipperId)}`, {
        query,
        model: ActorCheckModel,
      }),
  };

  /** Replaces all features with those of an export, given as its features or as JSON text. */
  import(features: Readonly<Record<string, unknown>> | string): Promise<Answer> {
    const body = typeof features === "string" ? features : JSON.stringify({ version: 1, features });
    return this.call("POST", "/import", { body, headers: jsonType });
  }
}

export const jsonType = { "content-type": "application/json" } as const;
export const formType = { "content-type": "application/x-www-form-urlencoded" } as const;

function featurePath(name: string): string {
  return `/features/${encodeURIComponent(name)}`;
}

function encode(parameters: ParameterValues, encoding: Encoding) {
  if (encoding === "json") {
    return { headers: jsonType, body: JSON.stringify(parameters) };
  }
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    fields.append(name, String(value));
  }
  return { headers: formType, body: fields.toString() };
}

/** Returns a call's query and body, shortened for the title of a test. */
export function shown({ query, body }: Call): string {
  const text = typeof body === "string" ? body : body === undefined ? "" : "(bytes)";
  return `${query === undefined ? "" : `?${query} `}${text}`.slice(0, 80);
}
