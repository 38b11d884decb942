import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { isJsonObject } from "../../core/text/json-object.ts";
import { BackupError } from "./backup-error.ts";

export const manifestName = "manifest.json";
export const manifestBytesMax = 64 * 1024;

/**
 * The databases of a data directory, in the order of copying. Telemetry refers to features and
 * environments: copied first, it refers to none that the later copy of gatehouse.db lacks.
 */
export const databaseNames = ["telemetry.db", "gatehouse.db"] as const;
export type DatabaseName = (typeof databaseNames)[number];

/** Every data directory contains this database. */
export const mainDatabase: DatabaseName = "gatehouse.db";

const format = 1;
const exact = { additionalProperties: false };

const DatabaseEntry = Type.Object(
  {
    name: Type.Union(databaseNames.map((name) => Type.Literal(name))),
    bytes: Type.Integer({ minimum: 0 }),
    /** The SHA-256 of the file, in hexadecimal. */
    sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    /** The tags of the migrations in `drizzle/` that were applied to the database. */
    migrations: Type.Array(Type.String()),
  },
  exact,
);
export type DatabaseEntry = Static<typeof DatabaseEntry>;

export const Manifest = Type.Object(
  {
    format: Type.Literal(format),
    /** The version of the executable that created the backup. */
    gatehouse: Type.String(),
    /** ISO 8601, UTC. */
    created_at: Type.String(),
    /** In the order of the archive, where they follow the manifest. */
    databases: Type.Array(DatabaseEntry),
  },
  exact,
);
/** The first file of a backup's archive: describes the other files, and how to verify them. */
export type Manifest = Static<typeof Manifest>;

export function manifestOf(about: Omit<Manifest, "format">): Manifest {
  return { format, ...about };
}

export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** Parses a manifest. Throws a `BackupError` if it is damaged or of a newer format. */
export function parseManifest(text: string): Manifest {
  const document = parsed(text);
  if (isJsonObject(document) && typeof document.format === "number" && document.format > format) {
    throw new BackupError("the backup was made by a newer Gatehouse");
  }
  if (!Value.Check(Manifest, document) || !namesEachOnce(document)) {
    throw new BackupError("the backup's manifest is damaged");
  }
  return document;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function namesEachOnce({ databases }: Manifest): boolean {
  const names = databases.map(({ name }) => name);
  return new Set(names).size === names.length && names.includes(mainDatabase);
}
