import { lstatSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { getegid, geteuid, getgroups } from "node:process";
import { StorageError } from "../storage/storage.ts";
import { withStorageErrors } from "./storage-errors.ts";

/** The files that Gatehouse makes in a data directory. No link, pipe or device may have their names. */
export const dataFileNames: readonly string[] = [
  ...["gatehouse.db", "telemetry.db", "gatehouse.lock"].flatMap((name) =>
    ["", "-wal", "-shm", "-journal"].map((suffix) => name + suffix),
  ),
  "gatehouse.sock",
  "gatehouse.mode",
  "first-start.txt",
];

/** The user of this process. */
export interface DirectoryUser {
  readonly userId: number;
  readonly groupIds: readonly number[];
}

/**
 * Who may own a data directory beside its user and root. `anyone` lets root, and only root, act for
 * the owner: it restores into the owner's directory, backs it up, and administers its server.
 */
export type AllowedOwner = "anyone" | "user";

const rootId = 0;
const worldWritable = 0o002;
const groupWritable = 0o020;

/**
 * Throws a `StorageError` for a data directory in which another user could read, replace or lock
 * the files: one that is writable by everyone or by a foreign group, that belongs to another user,
 * or that holds a symbolic link, a pipe or a device in place of a file of Gatehouse. A missing
 * directory passes.
 * Returns what a server should warn about. Windows has no such owners and modes, so every directory
 * passes there.
 */
export function checkDataDirectory(
  directory: string,
  allowedOwner: AllowedOwner = "user",
): readonly string[] {
  const user = currentUser();
  const stats = withStorageErrors(directory, () => statSync(directory, { throwIfNoEntry: false }));
  if (user === null || stats === undefined) {
    return [];
  }
  const { refusal, warnings } = directoryRisks(stats, user, allowedOwner);
  if (refusal !== null) {
    throw new StorageError(`${directory}: ${refusal}`);
  }
  refuseOtherFiles(directory);
  return warnings;
}

interface DirectoryRisks {
  /** Why the directory cannot be used; null if it can. */
  readonly refusal: string | null;
  readonly warnings: readonly string[];
}

/** Judges a directory by its owner, its group and its mode. */
export function directoryRisks(
  { uid, gid, mode }: Pick<Stats, "gid" | "mode" | "uid">,
  { userId, groupIds }: DirectoryUser,
  allowedOwner: AllowedOwner,
): DirectoryRisks {
  const refused = (refusal: string) => ({ refusal, warnings: [] });
  const mayActForOwner = allowedOwner === "anyone" && userId === rootId;
  if ((mode & worldWritable) !== 0) {
    return refused("every user may write to the data directory (chmod o-w forbids it)");
  }
  if (uid !== userId && uid !== rootId && !mayActForOwner) {
    return refused(
      `the data directory belongs to the user ${uid}, neither to the user ${userId}, who runs this, nor to root`,
    );
  }
  const isGroupWritable = (mode & groupWritable) !== 0;
  if (isGroupWritable && !groupIds.includes(gid) && !mayActForOwner) {
    return refused(
      `the group ${gid} may write to the data directory, and this user is not in it (chmod g-w forbids it)`,
    );
  }
  return {
    refusal: null,
    warnings: [
      ...(uid === userId ? [] : ["the data directory belongs to another user, root"]),
      ...(isGroupWritable ? [`the group ${gid} may write to the data directory`] : []),
    ],
  };
}

function refuseOtherFiles(directory: string): void {
  for (const name of dataFileNames) {
    const path = join(directory, name);
    const stats = withStorageErrors(path, () => lstatSync(path, { throwIfNoEntry: false }));
    if (stats?.isSymbolicLink() === true) {
      throw new StorageError(`${path}: a symbolic link in place of a file of Gatehouse is refused`);
    }
    // To open a pipe, or some devices, may block for ever.
    if (stats?.isFIFO() || stats?.isCharacterDevice() || stats?.isBlockDevice()) {
      throw new StorageError(
        `${path}: a pipe or a device in place of a file of Gatehouse is refused`,
      );
    }
  }
}

/** Null on Windows. */
function currentUser(): DirectoryUser | null {
  const userId = geteuid?.();
  const groupId = getegid?.();
  return userId === undefined || groupId === undefined
    ? null
    : { userId, groupIds: [groupId, ...(getgroups?.() ?? [])] };
}
