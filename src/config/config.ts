import type { Network } from "../limits/network.ts";
import type { Rate } from "../limits/rate.ts";
import { type Arguments, type Environment, readArguments } from "./arguments.ts";
import { type BackupSchedule, backupScheduleOf } from "./backup-settings.ts";
import { ConfigError } from "./config-error.ts";
import type { Mode } from "./option.ts";
import { nameOrQuoted } from "./quoted.ts";
import type { BasicAuth } from "./secret.ts";
import { serverOptions, settings } from "./settings.ts";

/** What a server was told: typed, complete, deeply frozen (DESIGN.md section 1). */
export interface Config {
  readonly mode: Mode;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly dataDirectory: string;
  /** Empty, or `/…` without a last slash. */
  readonly basePath: string;
  /** `/…` without a last slash. */
  readonly mountPath: string;
  readonly groups: readonly string[];
  readonly basicAuth: BasicAuth | undefined;
  readonly token: string | undefined;
  readonly tls: TlsFiles | undefined;
  /** `undefined` for the server's own `/swagger`. */
  readonly docsUrl: string | undefined;
  readonly pollIntervalSeconds: number | undefined;
  readonly telemetryIntervalSeconds: number | undefined;
  /** `undefined` for none but those that someone asks for. */
  readonly backups: BackupSchedule | undefined;
  /** As SQLite's pragma; `undefined` for its own measure. */
  readonly walAutocheckpointPages: number | undefined;
  readonly logLevel: "debug" | "info" | "warn" | "error";
  readonly logFormat: "text" | "json";
  readonly logRequests: boolean;
  readonly hasMetrics: boolean;
  readonly diskFreeBytesMin: number;
  /** As browsers write them. */
  readonly corsOrigins: readonly string[];
  readonly requestTimeoutSeconds: number;
  readonly importBytesMax: number;
  readonly headerBytesMax: number;
  readonly urlLengthMax: number;
  /** `undefined` for no limit. */
  readonly tokenRate: Rate | undefined;
  readonly addressRate: Rate | undefined;
  readonly trustedProxies: readonly Network[];
}

/** Paths of PEM files. */
export interface TlsFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** Reads a server's configuration. Throws a ConfigError whose message is a one-line reason. */
export function loadConfig(argv: readonly string[], environment: Environment): Config {
  refuseUnknownVariables(environment);
  return configOf(readArguments({ options: serverOptions, positionals: [] }, argv, environment));
}

/** The configuration that arguments of `serverOptions` amount to. Throws a ConfigError. */
export function configOf(given: Arguments): Config {
  const mode = given.valueOf(settings.mode);
  refuseFlagsOfOtherMode(mode, given);
  return deepFreeze({
    mode,
    host: given.valueOf(settings.host),
    port: given.valueOf(settings.port),
    dataDirectory: given.valueOf(settings.data),
    basePath: given.valueOf(settings.basePath),
    mountPath: given.valueOf(settings.mountPath),
    groups: given.valueOf(settings.groups),
    basicAuth: given.valueOf(settings.basicAuth),
    token: given.valueOf(settings.token),
    tls: tlsFiles(given),
    docsUrl: given.valueOf(settings.docsUrl),
    pollIntervalSeconds: given.valueOf(settings.pollInterval),
    telemetryIntervalSeconds: given.valueOf(settings.telemetryInterval),
    backups: backupScheduleOf(given),
    walAutocheckpointPages: given.valueOf(settings.walAutocheckpoint),
    logLevel: given.valueOf(settings.logLevel),
    logFormat: given.valueOf(settings.logFormat),
    logRequests: given.valueOf(settings.logRequests),
    hasMetrics: given.valueOf(settings.metrics) === "on",
    diskFreeBytesMin: given.valueOf(settings.diskFloor) * mebibyte,
    corsOrigins: given.valueOf(settings.corsOrigins),
    requestTimeoutSeconds: given.valueOf(settings.requestTimeout),
    importBytesMax: given.valueOf(settings.importLimit) * mebibyte,
    headerBytesMax: given.valueOf(settings.headerLimit) * kibibyte,
    urlLengthMax: given.valueOf(settings.urlLimit),
    tokenRate: given.valueOf(settings.tokenRate),
    addressRate: given.valueOf(settings.addressRate),
    trustedProxies: given.valueOf(settings.trustedProxies),
  });
}

const kibibyte = 1_024;
const mebibyte = 1_024 * kibibyte;
const variablePrefix = "GATEHOUSE_";

/** A misspelt variable would otherwise leave a setting at its default without a word. */
export function refuseUnknownVariables(environment: Environment): void {
  const known = new Set(serverOptions.map(({ variable }) => variable));
  for (const name of Object.keys(environment)) {
    if (name.startsWith(variablePrefix) && !known.has(name)) {
      throw new ConfigError(`unknown variable ${nameOrQuoted(name)}`);
    }
  }
}

/** Variables of the other mode are left alone: a container may set them for both. */
function refuseFlagsOfOtherMode(mode: Mode, given: Arguments): void {
  for (const option of serverOptions) {
    if (option.mode !== undefined && option.mode !== mode && given.hasFlag(option)) {
      throw new ConfigError(
        `--${option.flag} is for ${option.mode} mode, and this is ${mode} mode`,
      );
    }
  }
}

function tlsFiles(given: Arguments): TlsFiles | undefined {
  const certificateFile = given.valueOf(settings.tlsCertificate);
  const keyFile = given.valueOf(settings.tlsKey);
  if (certificateFile !== undefined && keyFile !== undefined) {
    return { certificateFile, keyFile };
  }
  if (certificateFile !== undefined || keyFile !== undefined) {
    throw new ConfigError("--tls-cert and --tls-key go together, and only one is given");
  }
  return undefined;
}

function deepFreeze<Value extends object>(value: Value): Readonly<Value> {
  for (const part of Object.values(value)) {
    if (typeof part === "object" && part !== null) {
      deepFreeze(part);
    }
  }
  return Object.freeze(value);
}
