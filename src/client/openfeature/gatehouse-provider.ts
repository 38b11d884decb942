import type {
  AnyProviderEvent,
  EvaluationContext,
  JsonValue,
  ResolutionDetails,
  TrackingEventDetails,
} from "@openfeature/core";
import type { Client, ClientOptions, ClientStatus } from "../client-types.ts";
import { createClient } from "../create-client.ts";
import { actorOfContext } from "./actor-of-context.ts";
import { ProviderEvents } from "./provider-events.ts";
import { resolveBoolean, resolveOther } from "./resolve-boolean.ts";

const name = "gatehouse";

/** The common part of the providers of both SDKs (docs/client.md#openfeature). */
abstract class ClientProvider {
  readonly metadata = { name };
  readonly events = new ProviderEvents(name);
  protected readonly client: Client;
  readonly #isOwn: boolean;
  #ends: (() => void)[] = [];

  /** Options start a client, which the provider closes; a given client stays open. */
  constructor(client: Client | ClientOptions) {
    this.#isOwn = "url" in client;
    this.client = "url" in client ? createClient(client) : client;
  }

  /** Rejects without a list of features, from the server or saved. */
  async initialize(): Promise<void> {
    const { client } = this;
    const status = await client.ready();
    this.#ends = [
      client.onChange(({ keys }) =>
        this.#emit("PROVIDER_CONFIGURATION_CHANGED", { flagsChanged: [...keys] }),
      ),
      client.onStatus((changed) => this.#emitStatus(changed)),
    ];
    if (status.source === "none") {
      throw new Error(status.error ?? "There is no list of features");
    }
    if (status.error !== undefined) {
      // After the SDK's own event that the provider is ready.
      setTimeout(() => this.#emitStatus(client.status()), 0);
    }
  }

  /** Counts an outcome; `error` in the details says that the work failed (docs/client.md#outcomes). */
  track(name: string, context: EvaluationContext, { error }: TrackingEventDetails = {}): void {
    this.client.outcomes.track(name, actorOfContext(context), { error: error === true });
  }

  async onClose(): Promise<void> {
    for (const end of this.#ends) {
      end();
    }
    await (this.#isOwn ? this.client.close() : this.client.flush());
  }

  #emitStatus({ source, error: message }: ClientStatus): void {
    if (message === undefined) {
      this.#emit("PROVIDER_READY", {});
    } else {
      this.#emit(source === "none" ? "PROVIDER_ERROR" : "PROVIDER_STALE", { message });
    }
  }

  #emit(
    event: `${AnyProviderEvent}`,
    context: { message?: string; flagsChanged?: string[] },
  ): void {
    this.events.emit(event as AnyProviderEvent, context);
  }
}

/** Evaluates features in process, for `@openfeature/server-sdk`. */
export class GatehouseProvider extends ClientProvider {
  readonly runsOn = "server";

  async resolveBooleanEvaluation(
    flagKey: string,
    defaultValue: boolean,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<boolean>> {
    return resolveBoolean(this.client, flagKey, defaultValue, context);
  }

  async resolveStringEvaluation(
    flagKey: string,
    defaultValue: string,
  ): Promise<ResolutionDetails<string>> {
    return resolveOther(this.client, flagKey, defaultValue);
  }

  async resolveNumberEvaluation(
    flagKey: string,
    defaultValue: number,
  ): Promise<ResolutionDetails<number>> {
    return resolveOther(this.client, flagKey, defaultValue);
  }

  async resolveObjectEvaluation<Value extends JsonValue>(
    flagKey: string,
    defaultValue: Value,
  ): Promise<ResolutionDetails<Value>> {
    return resolveOther(this.client, flagKey, defaultValue);
  }
}

/** As `GatehouseProvider`, for `@openfeature/web-sdk`, whose evaluations are synchronous. */
export class GatehouseWebProvider extends ClientProvider {
  readonly runsOn = "client";

  resolveBooleanEvaluation(
    flagKey: string,
    defaultValue: boolean,
    context: EvaluationContext,
  ): ResolutionDetails<boolean> {
    return resolveBoolean(this.client, flagKey, defaultValue, context);
  }

  resolveStringEvaluation(flagKey: string, defaultValue: string): ResolutionDetails<string> {
    return resolveOther(this.client, flagKey, defaultValue);
  }

  resolveNumberEvaluation(flagKey: string, defaultValue: number): ResolutionDetails<number> {
    return resolveOther(this.client, flagKey, defaultValue);
  }

  resolveObjectEvaluation<Value extends JsonValue>(
    flagKey: string,
    defaultValue: Value,
  ): ResolutionDetails<Value> {
    return resolveOther(this.client, flagKey, defaultValue);
  }
}
