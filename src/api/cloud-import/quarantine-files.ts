import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The facts about an export in quarantine. */
export interface QuarantinedExport {
  readonly appName: string | null;
  readonly featureCount: number;
  /** The address of the sender, or its /64 network. */
  readonly sender: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly encoding: "identity" | "gzip";
}

const directoryName = "quarantine";
const fileForm = /^(?<id>[0-9a-f]{64})\.export$/;
/** The mark of an export that an owner has opened. */
const openedForm = /^(?<id>[0-9a-f]{64})\.opened$/;
/** The name of an incomplete file. */
const unfinishedForm = /^[0-9a-f]{64}\.new$/;
const lineBreak = 0x0a;
const ownerOnly = 0o600;
const directoryMode = 0o700;

/** The content of the folder. */
export interface LoadedExports {
  /** By their ids. */
  readonly exports: ReadonlyMap<string, QuarantinedExport>;
  /** The ids of the opened exports. */
  readonly opened: ReadonlySet<string>;
}

/**
 * The files of exports in quarantine, in a folder of the data directory. Each has one line of JSON
 * about the export, and then its bytes as they arrived. Only the server's user may read them. An
 * empty file next to an export marks it as opened.
 */
export class QuarantineFiles {
  readonly #directory: string;

  constructor(dataDirectory: string) {
    this.#directory = join(dataDirectory, directoryName);
  }

  /** All exports. Deletes other files, and unreadable ones. */
  load(): LoadedExports {
    const names = this.#isThere() ? readdirSync(this.#directory) : [];
    const exports = new Map<string, QuarantinedExport>();
    for (const name of names) {
      const id = fileForm.exec(name)?.groups?.id;
      const loaded = id === undefined ? undefined : this.#read(name);
      if (id !== undefined && loaded !== undefined) {
        exports.set(id, loaded);
      } else if (id !== undefined || unfinishedForm.test(name)) {
        this.#discard(name);
      }
    }
    const opened = new Set<string>();
    for (const name of names) {
      const id = openedForm.exec(name)?.groups?.id;
      if (id !== undefined && exports.has(id)) {
        opened.add(id);
      } else if (id !== undefined) {
        this.#discard(name);
      }
    }
    return { exports, opened };
  }

  /** First writes a file with another name, so that a file with the final name is complete. */
  async write(id: string, about: QuarantinedExport, bytes: Uint8Array): Promise<void> {
    if (!this.#isThere()) {
      mkdirSync(this.#directory, { mode: directoryMode });
    }
    const unfinished = join(this.#directory, `${id}.new`);
    const file = await open(unfinished, "wx", ownerOnly);
    try {
      await file.writeFile(Buffer.concat([Buffer.from(`${JSON.stringify(about)}\n`), bytes]));
    } finally {
      await file.close();
    }
    await rename(unfinished, this.#pathOf(id));
  }

  /** Marks an export as opened; the mark survives a restart. */
  async markOpened(id: string): Promise<void> {
    await writeFile(this.#markOf(id), "", { mode: ownerOnly });
  }

  /** The bytes of an export as they arrived. */
  async read(id: string): Promise<Uint8Array> {
    const bytes = await readFile(this.#pathOf(id));
    return bytes.subarray(bytes.indexOf(lineBreak) + 1);
  }

  async remove(id: string): Promise<void> {
    await rm(this.#pathOf(id), { force: true });
    await rm(this.#markOf(id), { force: true });
  }

  #discard(name: string): void {
    rmSync(join(this.#directory, name), { force: true });
  }

  #markOf(id: string): string {
    return join(this.#directory, `${id}.opened`);
  }

  #pathOf(id: string): string {
    return join(this.#directory, `${id}.export`);
  }

  /** A link instead of the folder would let its owner choose where exports are written. */
  #isThere(): boolean {
    const stats = lstatSync(this.#directory, { throwIfNoEntry: false });
    if (stats !== undefined && !stats.isDirectory()) {
      throw new Error(`${this.#directory} is not a directory`);
    }
    return stats !== undefined;
  }

  #read(name: string): QuarantinedExport | undefined {
    try {
      const bytes = readFileSync(join(this.#directory, name));
      return about(JSON.parse(bytes.subarray(0, bytes.indexOf(lineBreak)).toString()));
    } catch {
      return undefined;
    }
  }
}

function about(value: unknown): QuarantinedExport | undefined {
  const fields = new Map<string, unknown>(Object.entries(value ?? {}));
  const appName = fields.get("appName");
  const featureCount = fields.get("featureCount");
  const sender = fields.get("sender");
  const receivedAt = fields.get("receivedAt");
  const encoding = fields.get("encoding");
  return (appName === null || typeof appName === "string") &&
    typeof featureCount === "number" &&
    typeof sender === "string" &&
    typeof receivedAt === "number" &&
    (encoding === "identity" || encoding === "gzip")
    ? { appName, featureCount, sender, receivedAt, encoding }
    : undefined;
}
