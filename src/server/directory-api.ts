import { mountableGroupPolicy } from "../commands/group-policy.ts";
import { hostedGroupPolicy } from "../commands/hosted-group-policy.ts";
import type { Mode } from "../config/option.ts";
import { administratorApi } from "../flipper-api/administrator-api.ts";
import { RequestTrace } from "../http/routing/request-trace.ts";
import { createServices } from "../services/services.ts";
import type { Telemetry, TelemetryOptions } from "../telemetry/telemetry.ts";
import type { OpenedData } from "../writer/opened-data.ts";

export interface DirectoryApiOptions {
  /** Undefined for a database that servers share. */
  readonly directory: string | undefined;
  readonly version: string;
  /** Opens telemetry.db. */
  readonly openTelemetry: (
    options: Pick<TelemetryOptions, "state" | "now" | "onFault">,
  ) => Promise<Telemetry>;
}

/** A directory that was opened, with the mode of the server that used it last. */
interface OpenedServerData extends OpenedData {
  readonly server: { readonly mode: Mode };
}

/**
 * Returns a function that opens the administrator's API of a data directory that no server uses, for
 * one request; see `AskOptions`.
 */
export function directoryApi({ openTelemetry }: DirectoryApiOptions) {
  return async (
    { server: { mode }, ...opened }: OpenedServerData,
    needsTelemetry: boolean,
    onFailure: (error: unknown) => void,
  ) => {
    const isHosted = mode === "hosted";
    const { now = Date.now } = opened;
    const services = createServices({
      opened,
      // Nobody knows which groups the stopped server registered.
      groupPolicy: isHosted ? hostedGroupPolicy : mountableGroupPolicy(new Set()),
      checkInputs: { now, random: Math.random, crc32: Bun.hash.crc32 },
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
      if (isHosted && needsTelemetry) {
        telemetry = await openTelemetry({ state: opened.state, now, onFault: onFailure });
      }
    } catch (error) {
      await close();
      throw error;
    }
    const api = administratorApi({
      context: { docsUrl: "/swagger", onFault: onFailure, trace: new RequestTrace() },
      services,
      now,
      telemetry,
      hostGroups: isHosted ? undefined : new Set(),
    });
    return { fetch: api.fetch, close };
  };
}
