import type { Network } from "../core/network/network.ts";
import type { Rate } from "../core/rates/rate.ts";
import type { Credentials } from "../core/secrets/credentials.ts";
import type { Arguments, EnvironmentVariables } from "./arguments.ts";
import { type BackupSchedule, backupScheduleOf } from "./backup-settings.ts";
import { clientSettings } from "./client-settings.ts";
import { ConfigError } from "./config-error.ts";
import { type DatabaseConfig, databaseConfigOf } from "./database-settings.ts";
import { type DemoConfig, demoConfigOf } from "./demo-config.ts";
import type { Mode, NamedMode } from "./option.ts";
import type { ListenAddress } from "./parse-listen-address.ts";
import { unknownSetting } from "./removed-settings.ts";
import { originOf, type PrimaryConfig } from "./replica-settings.ts";
import { serverOptions, settings } from "./settings.ts";
import { type SignOnConfig, signOnConfigOf } from "./sign-on-settings.ts";

/**
 * The configuration of a server: typed, complete and deeply frozen
 * (docs/operations.md#configuration).
 */
export interface Config {
  readonly mode: Mode;
  /** The server that a replica follows; `undefined` unless this server is a replica. */
  readonly origin: PrimaryConfig | undefined;
  readonly host: string;
  /** 0 for a free port that the system chooses. */
  readonly port: number;
  /** Whether other processes of this computer may listen on the same port. */
  readonly sharesPort: boolean;
  readonly dataDirectory: string;
  /** `undefined` unless this server shows example data that it deletes when it stops. */
  readonly demo: DemoConfig | undefined;
  /** The database that servers share; `undefined` for SQLite in the data directory. */
  readonly database: DatabaseConfig | undefined;
  /** `undefined` for no limit. */
  readonly staleMsMax: number | undefined;
  /** Empty, or `/…` without a slash at the end. */
  readonly basePath: string;
  /** `/…` without a slash at the end. */
  readonly mountPath: string;
  readonly groups: readonly string[];
  readonly basicAuth: Credentials | undefined;
  readonly token: string | undefined;
  readonly ui: UiConfig;
  /** Whether assistants can use /mcp: to read and plan, or also to write. */
  readonly mcp: "off" | "on" | "writes";
  /** `undefined` without a provider with which people sign in. */
  readonly signOn: SignOnConfig | undefined;
  readonly tls: TlsFiles | undefined;
  /** The URL of the base path for clients, without a slash at the end; `undefined` if unknown. */
  readonly publicUrl: string | undefined;
  /** `undefined` for the server's own `/swagger`. */
  readonly docsUrl: string | undefined;
  readonly pollIntervalSeconds: number | undefined;
  readonly telemetryIntervalSeconds: number | undefined;
  /** Whether exports are received without a token. */
  readonly acceptsMigrations: boolean;
  readonly roundsPercentages: boolean;
  /** Whether evaluations over OFREP count as telemetry. */
  readonly countsEvaluations: boolean;
  /** `undefined` for no scheduled backups. */
  readonly backups: BackupSchedule | undefined;
  /** `undefined` for no scheduled self-tests. */
  readonly selftestEveryMs: number | undefined;
  /** The file of signed checkpoints; `undefined` for none. */
  readonly auditCheckpointFile: string | undefined;
  readonly logLevel: "debug" | "info" | "warn" | "error";
  readonly logFormat: "text" | "json";
  readonly logRequests: boolean;
  readonly hasMetrics: boolean;
  /** `undefined` for the server's own address. */
  readonly metricsAddress: ListenAddress | undefined;
  /** In the form of the header Origin. */
  readonly corsOrigins: readonly string[];
  /** Host names and IP addresses, IPv6 without brackets. */
  readonly allowedHosts: readonly string[];
  readonly requestTimeoutSeconds: number;
  readonly importBytesMax: number;
  /** `undefined` for no limit. */
  readonly tokenRate: Rate | undefined;
  readonly addressRate: Rate | undefined;
  /** `undefined` for no limit. */
  readonly connectionsPerAddressMax: number | undefined;
  readonly trustedProxies: readonly Network[];
  readonly webhookAllow: readonly Network[];
}

export interface UiConfig {
  readonly isServed: boolean;
  /** Whether no user may change anything in it. */
  readonly isReadOnly: boolean;
  /** Whether every user may change everything at an address that other computers can reach. */
  readonly isOpen: boolean;
}

/** Paths of PEM files. */
export interface TlsFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** Builds the configuration from arguments of `serverOptions`. Throws a ConfigError. */
export function configOf(given: Arguments): Config {
  const named = given.valueOf(settings.mode);
  refuseFlagsOfOtherMode(named, given);
  const mode = named === "replica" ? "hosted" : named;
  return deepFreeze({
    mode,
    origin: named === "replica" ? originOf(given) : undefined,
    host: given.valueOf(settings.host),
    port: given.valueOf(settings.port),
    sharesPort: given.valueOf(settings.reusePort),
    dataDirectory: given.valueOf(settings.data),
    demo: named === "hosted" ? demoConfigOf(given) : undefined,
    database: databaseConfigOf(given),
    staleMsMax: given.valueOf(settings.staleMax),
    basePath: given.valueOf(settings.basePath),
    mountPath: given.valueOf(settings.mountPath),
    groups: given.valueOf(settings.groups),
    basicAuth: given.valueOf(settings.basicAuth),
    token: given.valueOf(settings.token),
    ui: uiConfig(mode, given),
    mcp: named === "hosted" ? given.valueOf(settings.mcp) : "off",
    signOn:
      named === "hosted" ? signOnConfigOf(given, given.valueOf(settings.publicUrl)) : undefined,
    tls: tlsFiles(given),
    publicUrl: given.valueOf(settings.publicUrl),
    docsUrl: given.valueOf(settings.docsUrl),
    pollIntervalSeconds: given.valueOf(settings.pollInterval),
    telemetryIntervalSeconds: given.valueOf(settings.telemetryInterval),
    acceptsMigrations: given.valueOf(settings.migrations) === "on",
    roundsPercentages: given.valueOf(settings.roundPercentages),
    countsEvaluations: given.valueOf(settings.ofrepTelemetry) === "on",
    backups: backupScheduleOf(given),
    selftestEveryMs: given.valueOf(settings.selftestEvery),
    auditCheckpointFile: given.valueOf(settings.auditCheckpointFile),
    logLevel: given.valueOf(settings.logLevel),
    logFormat: given.valueOf(settings.logFormat),
    logRequests: given.valueOf(settings.logRequests),
    hasMetrics: given.valueOf(settings.metrics) === "on",
    metricsAddress: metricsAddress(given),
    corsOrigins: given.valueOf(settings.corsOrigins),
    allowedHosts: given.valueOf(settings.allowedHosts),
    requestTimeoutSeconds: given.valueOf(settings.requestTimeout),
    importBytesMax: given.valueOf(settings.importLimit) * mebibyte,
    tokenRate: given.valueOf(settings.tokenRate),
    addressRate: given.valueOf(settings.addressRate),
    connectionsPerAddressMax: connectionsPerAddressMax(given),
    trustedProxies: given.valueOf(settings.trustedProxies),
    webhookAllow: given.valueOf(settings.webhookAllow),
  });
}

const connectionsDefault = 256;
const mebibyte = 1_048_576;
const variablePrefix = "GATEHOUSE_";

/** Refuses a misspelt variable, which would otherwise leave its setting at the default. */
export function refuseUnknownVariables(environment: EnvironmentVariables): void {
  const options = [...serverOptions, ...Object.values(clientSettings)];
  const known = options.flatMap(({ variable }) => variable ?? []);
  for (const name of Object.keys(environment)) {
    if (name.startsWith(variablePrefix) && !known.includes(name)) {
      throw new ConfigError(unknownSetting("variable", name, known, variablePrefix));
    }
  }
}

/** Variables of the other mode are ignored: a container may set them for both modes. */
function refuseFlagsOfOtherMode(mode: NamedMode, given: Arguments): void {
  for (const option of serverOptions) {
    if (option.mode !== undefined && option.mode !== mode && given.hasFlag(option)) {
      throw new ConfigError(
        `--${option.flag} works in ${option.mode} mode only, and this is ${mode} mode`,
      );
    }
  }
}

function uiConfig(mode: Mode, given: Arguments): UiConfig {
  const isReadOnly = given.valueOf(settings.readOnlyUi);
  const isOpen = mode === "mountable" && given.valueOf(settings.openUi);
  if (isReadOnly && isOpen) {
    throw new ConfigError("--read-only-ui and --open-ui contradict each other");
  }
  return { isServed: !given.valueOf(settings.noUi), isReadOnly, isOpen };
}

function tlsFiles(given: Arguments): TlsFiles | undefined {
  const certificateFile = given.valueOf(settings.tlsCertificate);
  const keyFile = given.valueOf(settings.tlsKey);
  if (certificateFile !== undefined && keyFile !== undefined) {
    return { certificateFile, keyFile };
  }
  if (certificateFile !== undefined || keyFile !== undefined) {
    throw new ConfigError("--tls-cert and --tls-key must be given together");
  }
  return undefined;
}

/** All clients of a proxy share its address, unless the proxy is trusted. */
function connectionsPerAddressMax(given: Arguments): number | undefined {
  const usesProxy = given.valueOf(settings.trustedProxies).length > 0;
  const limit = given.valueOf(settings.connectionLimit) ?? (usesProxy ? 0 : connectionsDefault);
  return limit === 0 ? undefined : limit;
}

function metricsAddress(given: Arguments): ListenAddress | undefined {
  const address = given.valueOf(settings.metricsAddress);
  if (address !== undefined && given.valueOf(settings.metrics) === "off") {
    throw new ConfigError("--metrics-address needs --metrics on");
  }
  return address;
}

function deepFreeze<Value extends object>(value: Value): Readonly<Value> {
  for (const part of Object.values(value)) {
    if (typeof part === "object" && part !== null) {
      deepFreeze(part);
    }
  }
  return Object.freeze(value);
}
