import { lstatSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { getegid, geteuid, getgroups } from "node:process";
import { StorageError } from "../../storage.ts";
import { withStorageErrors } from "./storage-errors.ts";

const keyFileName = "gatehouse.key";

/**
 * The files that Gatehouse creates in a data directory. No link, pipe or device may have their
 * names.
 */
export const dataFileNames: readonly string[] = [
  ...["gatehouse.db", "telemetry.db", "gatehouse.lock"].flatMap((name) =>
    ["", "-wal", "-shm", "-journal"].map((suffix) => name + suffix),
  ),
  "gatehouse.sock",
  "gatehouse.mode",
  "gatehouse.restored",
  "first-start.txt",
  keyFileName,
];

/** The user of this process. */
export interface DirectoryUser {
  readonly userId: number;
  readonly groupIds: readonly number[];
}

/**
 * The users that may own a data directory, in addition to its user and root. `anyone` lets root,
 * and only root, act for the owner: root restores into the owner's directory, backs it up, and
 * administers its server.
 */
export type AllowedOwner = "anyone" | "user";

const rootId = 0;
const worldWritable = 0o002;
const groupWritable = 0o020;
const othersMay = 0o077;

/**
 * Throws a `StorageError` for a data directory in which another user could read, replace or lock
 * the files. It may be writable by everyone or by a foreign group, or belong to another user. It
 * may contain a symbolic link, a pipe or a device instead of a file of Gatehouse, or a key that
 * other users may read. A missing directory passes. Returns warnings for a server. Windows has no
 * such owners and modes, so every directory passes there.
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
  refuseOpenKey(join(directory, keyFileName), user);
  return warnings;
}

interface DirectoryRisks {
  /** Why the directory cannot be used; null if it can. */
  readonly refusal: string | null;
  readonly warnings: readonly string[];
}

/** Checks a directory by its owner, its group and its mode. */
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
    // Opening a pipe, or some devices, may block forever.
    if (stats?.isFIFO() || stats?.isCharacterDevice() || stats?.isBlockDevice()) {
      throw new StorageError(
        `${path}: a pipe or a device in place of a file of Gatehouse is refused`,
      );
    }
  }
}

/** Other files are closed to other users. A key that they may have read must be reported. */
function refuseOpenKey(path: string, { userId }: DirectoryUser): void {
  const stats = withStorageErrors(path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (stats === undefined) {
    return;
  }
  if (!stats.isFile()) {
    throw new StorageError(`${path}: the key must be a regular file`);
  }
  if (stats.uid !== userId && userId !== rootId) {
    throw new StorageError(
      `${path}: the key belongs to the user ${stats.uid}, not to the user ${userId}, who runs this`,
    );
  }
  if ((stats.mode & othersMay) !== 0) {
    throw new StorageError(
      `${path}: other users may read or write the key (chmod 600 forbids it; if they have read it, give the webhooks new secrets)`,
    );
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
