import { chownSync, closeSync, fsyncSync, openSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Returns when a file's bytes, or a directory's names, are on the disk. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Gives a whole file its name, so that a power cut leaves either none of that name or this one. */
export function putInPlace(source: string, target: string): void {
  syncToDisk(source);
  renameSync(source, target);
  syncToDisk(dirname(target));
}

/** Lets a file belong to whoever its directory belongs to: root restores for others too. */
export function giveToOwnerOf(directory: string, file: string): void {
  const { uid, gid } = statSync(directory);
  if (statSync(file).uid !== uid) {
    chownSync(file, uid, gid);
  }
}
