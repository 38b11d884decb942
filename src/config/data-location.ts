import type { Network } from "../core/network/network.ts";
import type { Arguments } from "./arguments.ts";
import { type DatabaseAddress, databaseAddressOf, databaseSettings } from "./database-settings.ts";
import type { Option } from "./option.ts";
import { settings } from "./settings.ts";

/** The location of the data for a command. */
export interface DataLocation {
  /** The data directory. With a shared database it contains only files of this server. */
  readonly directory: string;
  /** Undefined for the SQLite databases of the directory. */
  readonly database: DatabaseAddress | undefined;
  /** Networks of webhook endpoints that a command allows, in addition to the server's. */
  readonly webhookAllow?: readonly Network[];
}

/** The options that name a location of data. */
export const dataLocationOptions: readonly Option<unknown>[] = [
  settings.data,
  ...Object.values(databaseSettings),
];

/** Throws a ConfigError for options that contradict each other. */
export function dataLocationOf(given: Arguments): DataLocation {
  return {
    directory: given.valueOf(settings.data),
    database: databaseAddressOf(given, settings.data),
  };
}

/** The name of a location in a line of progress; never a URL, as it contains a password. */
export function dataLocationName({ directory, database }: DataLocation): string {
  return database === undefined ? directory : "the database";
}
