import { open, readFile, rename, rm } from "node:fs/promises";
import type { ClientStore } from "../client-types.ts";

/** Only for its owner: the list contains ids of actors. */
const mode = 0o600;

/**
 * A store in a file, for Node, Bun and Deno. The directory must exist. A save is atomic, even if the
 * process or the machine stops during it.
 */
export function fileStore(path: string): ClientStore {
  return {
    async load() {
      try {
        return await readFile(path, "utf8");
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") {
          return null;
        }
        throw error;
      }
    },
    async save(text) {
      // Several processes may share the file; each first writes a separate file.
      const written = `${path}.${crypto.randomUUID()}`;
      try {
        const file = await open(written, "wx", mode);
        try {
          await file.writeFile(text);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(written, path);
      } catch (error) {
        await rm(written, { force: true });
        throw error;
      }
    },
  };
}
