import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { lockDirectory } from "../storage/sqlite/database/sqlite-database.ts";

const prefix = "gatehouse-demo-";
const databaseFile = "gatehouse.db";

/** Creates the temporary directory of a demo. Deletes those that a killed demo of this user left. */
export function createDemoDirectory(parent: string = tmpdir()): string {
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix)) {
      removeIfLeft(join(parent, name));
    }
  }
  return mkdtempSync(join(parent, prefix));
}

export function removeDemoDirectory(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/** A running demo has its directory locked, from before its database exists. */
function removeIfLeft(path: string): void {
  try {
    if (!isOwn(path) || !existsSync(join(path, databaseFile))) {
      return;
    }
    lockDirectory(path).release();
    removeDemoDirectory(path);
  } catch {
    // In use, or not ours to delete.
  }
}

/** Anyone may create a directory, or a link, with such a name. */
function isOwn(path: string): boolean {
  const { uid } = userInfo();
  const found = lstatSync(path);
  return found.isDirectory() && (uid < 0 || found.uid === uid);
}
