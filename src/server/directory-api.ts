import { mountableGroupPolicy } from "../commands/group-policy.ts";
import { hostedGroupPolicy } from "../commands/hosted-group-policy.ts";
import type { Mode } from "../config/option.ts";
import { administratorApi } from "../flipper-api/administrator-api.ts";
import { RequestTrace } from "../http/routing/request-trace.ts";
import { createServices } from "../services/services.ts";
import type { OpenedStorage } from "../storage/storage.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";

export interface DirectoryApiOptions {
  readonly opened: OpenedStorage;
  /** The mode of the server that used the data last. */
  readonly mode: Mode;
  /** Opens telemetry.db; undefined for a request that reads no telemetry. */
  readonly openTelemetry: (() => Promise<Telemetry>) | undefined;
  /** Called with the reason of each answer with a status from 500. */
  readonly onFailure: (error: unknown) => void;
}

/** The administrator's API of a data directory that no server uses, for one request. */
export async function openDirectoryApi({
  opened,
  mode,
  openTelemetry,
  onFailure,
}: DirectoryApiOptions) {
  const isHosted = mode === "hosted";
  const services = createServices({
    opened,
    // Nobody knows which groups the stopped server registered.
    groupPolicy: isHosted ? hostedGroupPolicy : mountableGroupPolicy(new Set()),
    checkInputs: { now: Date.now, random: Math.random, crc32: Bun.hash.crc32 },
    onFault: onFailure,
    removesOldAudits: false,
    isStart: false,
  });
  let telemetry: Telemetry | undefined;
  const close = async () => {
    await telemetry?.close();
    await services.close();
  };
  try {
    await services.ready;
    telemetry = isHosted ? await openTelemetry?.() : undefined;
  } catch (error) {
    await close();
    throw error;
  }
  const api = administratorApi({
    context: { docsUrl: "/swagger", onFault: onFailure, trace: new RequestTrace() },
    services,
    now: Date.now,
    telemetry,
    hostGroups: isHosted ? undefined : new Set(),
  });
  return { fetch: api.fetch, close };
}
