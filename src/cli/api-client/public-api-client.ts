import type { Static, TSchema } from "@sinclair/typebox";
import type { ApiSender } from "./api-sender.ts";
import {
  ActorCheckAnswer,
  type FeatureAnswer,
  FeatureKeysAnswer,
  featureOf,
  SentFeature,
  SentFeatures,
  SummaryAnswer,
} from "./feature-answers.ts";
import { expectDone, readAnswer } from "./read-answer.ts";

/** A change of one gate (docs/api.md#gate-routes). */
export interface GateRequest {
  readonly gate:
    | "boolean"
    | "expression"
    | "groups"
    | "actors"
    | "percentage_of_actors"
    | "percentage_of_time";
  readonly action: "enable" | "disable";
  /** An actor id, a group, a percentage or an expression; undefined if the gate takes none. */
  readonly value?: string | number | Readonly<Record<string, unknown>>;
}

/**
 * The routes of the public API (docs/api.md), which Flipper Cloud has too. All functions reject with
 * an ApiRefusal, an ApiUnreachable or an UnknownAnswer.
 */
export class PublicApiClient {
  readonly #send: ApiSender;

  constructor(send: ApiSender) {
    this.#send = send;
  }

  async features(): Promise<readonly FeatureAnswer[]> {
    return (await this.get("/features", SentFeatures)).features.map(featureOf);
  }

  /** The keys of all features, or the existing keys among those given. */
  async keys(among?: readonly string[]): Promise<readonly string[]> {
    const keys = among === undefined ? "" : `&keys=${nameList(among)}`;
    const list = await this.get(`/features?exclude_gates=true${keys}`, FeatureKeysAnswer);
    return list.features.map(({ key }) => key);
  }

  async feature(key: string): Promise<FeatureAnswer> {
    return featureOf(await this.get(featurePath(key), SentFeature));
  }

  createFeature(key: string): Promise<void> {
    return this.#do("POST", "/features", { name: key });
  }

  /** A no-op for a feature that does not exist. */
  clearFeature(key: string): Promise<void> {
    return this.#do("DELETE", `${featurePath(key)}/clear`);
  }

  deleteFeature(key: string): Promise<void> {
    return this.#do("DELETE", featurePath(key));
  }

  /** Creates a missing feature. `allowsAnyGroup` accepts a group that is not registered. */
  async changeGate(
    key: string,
    { gate, action, value }: GateRequest,
    { allowsAnyGroup = false } = {},
  ): Promise<FeatureAnswer> {
    const query = allowsAnyGroup && gate === "groups" ? "?allow_unregistered_groups=true" : "";
    const path = `${featurePath(key)}/${gate}${query}`;
    const body = gateParameters({ gate, action, ...(value === undefined ? {} : { value }) });
    const request = jsonRequest(action === "enable" ? "POST" : "DELETE", JSON.stringify(body));
    const answer = await this.#send(path, request);
    return featureOf(await readAnswer({ path, answer }, SentFeature));
  }

  /** Whether each feature is enabled for an actor; an unknown feature is not. */
  async check(actor: string, keys: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
    const path = `/actors/${encodeURIComponent(actor)}?keys=${nameList(keys)}`;
    const { features } = await this.get(path, ActorCheckAnswer);
    return new Map(Object.entries(features).map(([key, { enabled }]) => [key, enabled]));
  }

  summary(days: number | undefined, keys: readonly string[]): Promise<SummaryAnswer> {
    const query = new URLSearchParams(days === undefined ? {} : { days: String(days) });
    const list = keys.length === 0 ? "" : `&keys=${nameList(keys)}`;
    return this.get(`/telemetry/summary?${query}${list}`, SummaryAnswer);
  }

  /** Replaces all gates of the environment with the gates of an export. */
  async import(text: string): Promise<void> {
    const path = "/import";
    await expectDone({ path, answer: await this.#send(path, jsonRequest("POST", text)) });
  }

  /** Sends a GET request and checks the answer against the schema. */
  async get<Schema extends TSchema>(path: string, schema: Schema): Promise<Static<Schema>> {
    const answer = await this.#send(path);
    return readAnswer({ path, answer }, schema);
  }

  async #do(method: "POST" | "DELETE", path: string, body: unknown = {}): Promise<void> {
    const answer = await this.#send(path, jsonRequest(method, JSON.stringify(body)));
    await expectDone({ path, answer });
  }
}

function jsonRequest(method: string, body: string): RequestInit {
  return { method, body, headers: { "content-type": "application/json" } };
}

function featurePath(key: string): string {
  return `/features/${encodeURIComponent(key)}`;
}

/**
 * Names in the form in which the API splits them: at literal commas, each part decoded
 * (docs/api.md#keys-and-groups).
 */
export function nameList(names: readonly string[]): string {
  return names.map(encodeURIComponent).join(",");
}

function gateParameters({ gate, action, value }: GateRequest): unknown {
  switch (gate) {
    case "actors":
      return { flipper_id: value };
    case "groups":
      return { name: value };
    case "expression":
      return action === "enable" ? value : {};
    case "boolean":
      return {};
    default:
      return action === "enable" ? { percentage: value } : {};
  }
}
