import {
  closeSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  openSync,
  renameSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";

/** Returns when the bytes of a file, or the names in a directory, are on the disk. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Moves a complete file to its name. After a power cut, the name is either missing or complete. */
export function renameDurably(source: string, target: string): void {
  syncToDisk(source);
  renameSync(source, target);
  syncToDisk(dirname(target));
}

/** Gives a file the owner of its directory: root may restore a backup for another user. */
export function chownToDirectoryOwner(directory: string, file: string): void {
  const { uid, gid } = statSync(directory);
  // `lchown` follows no link: the owner of the directory could replace the file with a link to a
  // file of root.
  if (lstatSync(file).uid !== uid) {
    lchownSync(file, uid, gid);
  }
}
