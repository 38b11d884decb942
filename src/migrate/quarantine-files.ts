import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** What is known of an export in quarantine. */
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
/** Of a file that was not written completely. */
const unfinishedForm = /^[0-9a-f]{64}\.new$/;
const lineBreak = 0x0a;
const ownerOnly = 0o600;
const directoryMode = 0o700;

/**
 * The files of exports in quarantine, in a folder of the data directory: one line of JSON about the
 * export, and then its bytes as they arrived. Only the server's user may read them.
 */
export class QuarantineFiles {
  readonly #directory: string;

  constructor(dataDirectory: string) {
    this.#directory = join(dataDirectory, directoryName);
  }

  /** All exports by their ids. Removes what is not one of them, and what cannot be read. */
  load(): ReadonlyMap<string, QuarantinedExport> {
    const found = new Map<string, QuarantinedExport>();
    if (!this.#isThere()) {
      return found;
    }
    for (const name of readdirSync(this.#directory)) {
      const id = fileForm.exec(name)?.groups?.id;
      const loaded = id === undefined ? undefined : this.#read(name);
      if (id !== undefined && loaded !== undefined) {
        found.set(id, loaded);
      } else if (id !== undefined || unfinishedForm.test(name)) {
        rmSync(join(this.#directory, name), { force: true });
      }
    }
    return found;
  }

  /** Writes a file beside the others first: what has its name is complete. */
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

  /** The bytes of an export as they arrived. */
  async read(id: string): Promise<Uint8Array> {
    const bytes = await readFile(this.#pathOf(id));
    return bytes.subarray(bytes.indexOf(lineBreak) + 1);
  }

  async remove(id: string): Promise<void> {
    await rm(this.#pathOf(id), { force: true });
  }

  #pathOf(id: string): string {
    return join(this.#directory, `${id}.export`);
  }

  /** A link in the place of the folder would let its owner choose where exports are written. */
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
