import { hostname } from "node:os";
import type { Arguments } from "./arguments.ts";
import { ConfigError } from "./config-error.ts";
import { type Option, optionalOption, optionWithDefault } from "./option.ts";
import { parseDatabaseUrl, parseNodeName } from "./parse-database-url.ts";
import { parseSealingKey } from "./parse-secrets.ts";
import { parseDuration, parseFilePath, parseInteger, parseOneOf } from "./value-parsers.ts";

/** The settings of the database, for servers and for commands. */
export const databaseSettings = {
  database: databaseUrlOption({
    flag: "database",
    variable: "GATEHOUSE_DATABASE",
    description:
      "The URL of a PostgreSQL database to use instead of a data directory, which any number of " +
      "servers may share. Prefer the variable or --database-file: other users of the machine can " +
      "read flags.",
  }),
  databaseFile: optionalOption({
    flag: "database-file",
    variable: "GATEHOUSE_DATABASE_FILE",
    placeholder: "FILE",
    emptyIsUnset: true,
    description: "A file whose only line is the URL of the PostgreSQL database.",
    completion: "files",
    parse: parseFilePath,
  }),
  databaseDirect: databaseUrlOption({
    flag: "database-direct",
    variable: "GATEHOUSE_DATABASE_DIRECT",
    description:
      "The URL of the same database without a pooler, for notifications and locks, if the other URL " +
      "goes through a pooler such as PgBouncer.",
  }),
  databasePooler: optionWithDefault({
    flag: "database-pooler",
    variable: "GATEHOUSE_DATABASE_POOLER",
    placeholder: "on|off",
    fallback: "off",
    description:
      "Whether the database's URL goes through a pooler that gives each transaction another " +
      "connection; --database-direct means on.",
    parse: parseOneOf("on", "off"),
  }),
  key: optionalOption({
    variable: "GATEHOUSE_KEY",
    secret: true,
    emptyIsUnset: true,
    description:
      "The key that seals the secrets of webhooks in the PostgreSQL database, as 32 bytes in base64, " +
      "the same for all its servers; openssl rand -base64 32 prints one.",
    parse: parseSealingKey,
  }),
  keyFile: optionalOption({
    flag: "key-file",
    variable: "GATEHOUSE_KEY_FILE",
    placeholder: "FILE",
    emptyIsUnset: true,
    description: "A file that holds that key, instead of the variable.",
    completion: "files",
    parse: parseFilePath,
  }),
  databaseCa: optionalOption({
    flag: "database-ca",
    variable: "GATEHOUSE_DATABASE_CA",
    placeholder: "FILE",
    emptyIsUnset: true,
    description: "The PEM file of the authority that signed the database's certificate.",
    completion: "files",
    parse: parseFilePath,
  }),
};

/** The settings of a server that shares its database. */
export const nodeSettings = {
  databasePool: optionWithDefault({
    flag: "database-pool",
    variable: "GATEHOUSE_DATABASE_POOL",
    placeholder: "COUNT",
    fallback: "20",
    description:
      "How many connections a server opens to the PostgreSQL database at most. Four have work of their " +
      "own; half of the others is for telemetry.",
    parse: parseInteger(6, 200),
  }),
  node: optionalOption({
    flag: "node",
    variable: "GATEHOUSE_NODE",
    placeholder: "NAME",
    emptyIsUnset: true,
    description:
      "The name of this server among those that share a database; the host's name unless given.",
    parse: parseNodeName,
  }),
  writeWait: optionWithDefault({
    flag: "write-wait-ms",
    variable: "GATEHOUSE_WRITE_WAIT_MS",
    placeholder: "MILLISECONDS",
    fallback: "3000",
    description:
      "How long a change waits while the PostgreSQL database does not answer, before it is refused. A large import waits longer, by its size, and so do the changes behind it.",
    parse: parseInteger(0, 60_000),
  }),
  staleMax: optionalOption({
    flag: "stale-max",
    variable: "GATEHOUSE_STALE_MAX",
    placeholder: "TIME",
    description:
      "For how long a server that cannot reach its database or its origin is still ready; for ever " +
      "unless given. It answers reads in any case.",
    parse: parseDuration("1m", "365d"),
  }),
};

/** Which shared database to use. Never shown: URLs contain passwords. */
export interface DatabaseAddress {
  /** The URL, or the path of the file that contains it. */
  readonly source: { readonly url: string } | { readonly file: string };
  /** The URL of the same database without a pooler; undefined if no other URL is known. */
  readonly directUrl: string | undefined;
  /** Whether consecutive statements may run on different connections. */
  readonly isPooled: boolean;
  /** The path of a PEM file; undefined for the authorities of the system. */
  readonly caFile: string | undefined;
  /** The key that seals secrets, in base64, or the path of its file. */
  readonly key: { readonly text: string } | { readonly file: string } | undefined;
}

/** A server among those that share a database. */
export interface DatabaseConfig extends DatabaseAddress {
  readonly poolMax: number;
  readonly node: string;
  readonly writeWaitMs: number;
}

/**
 * The database that the arguments name; undefined for a data directory. A command's flag --data
 * overrides variables of a database. Throws a ConfigError.
 */
export function databaseAddressOf(
  given: Arguments,
  data?: Option<unknown>,
): DatabaseAddress | undefined {
  const { database, databaseFile, databaseDirect, databasePooler, databaseCa } = databaseSettings;
  const isFlagged = given.hasFlag(database) || given.hasFlag(databaseFile);
  if (data !== undefined && given.hasFlag(data) && !isFlagged) {
    return undefined;
  }
  const source = sourceOf(given.valueOf(database), given.valueOf(databaseFile));
  const directUrl = given.valueOf(databaseDirect);
  const caFile = given.valueOf(databaseCa);
  const isPooled = directUrl !== undefined || given.valueOf(databasePooler) === "on";
  if (source !== undefined) {
    return { source, directUrl, isPooled, caFile, key: keyOf(given) };
  }
  if (isPooled || caFile !== undefined || given.hasFlag(databaseSettings.keyFile)) {
    throw new ConfigError(
      "--database-direct, --database-pooler, --database-ca and --key-file need --database",
    );
  }
  return undefined;
}

/** The database of a server; undefined for its data directory. Throws a ConfigError. */
export function databaseConfigOf(given: Arguments): DatabaseConfig | undefined {
  const address = databaseAddressOf(given);
  return (
    address && {
      ...address,
      poolMax: given.valueOf(nodeSettings.databasePool),
      node: given.valueOf(nodeSettings.node) ?? hostname(),
      writeWaitMs: given.valueOf(nodeSettings.writeWait),
    }
  );
}

function keyOf(given: Arguments): DatabaseAddress["key"] {
  const text = given.valueOf(databaseSettings.key);
  const file = given.valueOf(databaseSettings.keyFile);
  if (text !== undefined && file !== undefined) {
    throw new ConfigError("GATEHOUSE_KEY and --key-file must not be given together");
  }
  return text !== undefined ? { text } : file !== undefined ? { file } : undefined;
}

function sourceOf(
  url: string | undefined,
  file: string | undefined,
): DatabaseAddress["source"] | undefined {
  if (url !== undefined && file !== undefined) {
    throw new ConfigError("--database and --database-file must not be given together");
  }
  return url !== undefined ? { url } : file !== undefined ? { file } : undefined;
}

function databaseUrlOption(definition: {
  readonly flag: string;
  readonly variable: string;
  readonly description: string;
}): Option<string | undefined> {
  return optionalOption({
    ...definition,
    placeholder: "URL",
    secret: true,
    emptyIsUnset: true,
    parse: parseDatabaseUrl,
  });
}
