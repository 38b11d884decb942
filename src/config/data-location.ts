import type { Network } from "../core/network/network.ts";
import type { Arguments } from "./arguments.ts";
import { type DatabaseAddress, databaseAddressOf, databaseSettings } from "./database-settings.ts";
import type { Option } from "./option.ts";
import { settings } from "./settings.ts";

/** Where the data is that a command of the shell works on. */
export interface DataLocation {
  /** The data directory. Beside a shared database it holds only files of this machine. */
  readonly directory: string;
  /** Undefined for the SQLite databases of the directory. */
  readonly database: DatabaseAddress | undefined;
  /** Networks of webhook endpoints that a command allows, besides those of the directory's server. */
  readonly webhookAllow?: readonly Network[];
}

/** The options that name a place of data. */
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

/** What a line of progress says of a place; never a URL, as it holds a password. */
export function dataLocationName({ directory, database }: DataLocation): string {
  return database === undefined ? directory : "the database";
}
