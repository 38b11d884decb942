import { createReadStream, rmSync } from "node:fs";
import { chmod, open, realpath, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ConfigError } from "../../config/config-error.ts";
import { fileProblem } from "../../core/text/file-problem.ts";
import { quote } from "../../core/text/quote.ts";
import type { UndoAtSignal } from "../../storage/backup/back-up.ts";
import { ApiUnreachable } from "../api-client/api-failure.ts";
import { withUndo } from "../undo-at-signal.ts";

/** The permission bits of a file's mode. */
const permissions = 0o777;
/** Removes a byte order mark, which some editors write at the start of a file. */
const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads the text of a file, or of the standard input for "-". Throws a ConfigError if it cannot be
 * read, is too large, or is not UTF-8.
 */
export async function readTextFile(path: string, bytesMax: number): Promise<string> {
  const name = path === "-" ? "the standard input" : quote(path);
  // Bun.file() cannot read pipes and devices, which users can pass as files.
  const stream = path === "-" ? Bun.stdin.stream() : createReadStream(path);
  const bytes = await withConfigErrors(`${name} cannot be read`, () => collect(stream, bytesMax));
  if (bytes === null) {
    throw new ConfigError(`${name} is larger than ${bytesMax} bytes`);
  }
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ConfigError(`${name} is not UTF-8`);
  }
}

/**
 * Writes a file, completely or not at all: it writes a file next to it, which then replaces it.
 * Throws a ConfigError on failure; an existing file is then unchanged, also after a signal. A long
 * content comes in parts, which may reject with an ApiUnreachable.
 */
export async function writeTextFile(
  path: string,
  content: Content,
  atSignal?: UndoAtSignal,
): Promise<void> {
  await withConfigErrors(`${quote(path)} cannot be written`, async () => {
    const target = await existingFile(path);
    if (target !== null && !target.isRegular) {
      // A pipe or a device has no earlier content to protect.
      await writeContent(path, content, "w");
      return;
    }
    const place = target?.path ?? path;
    const unfinished = join(dirname(place), `.gatehouse-${Bun.randomUUIDv7()}.partial`);
    const remove = () => rmSync(unfinished, { force: true });
    await withUndo(atSignal, remove, async () => {
      await writeContent(unfinished, content, "wx");
      if (target !== null) {
        await chmod(unfinished, target.mode);
      }
      await rename(unfinished, place);
    });
  });
}

type Content = string | AsyncIterable<Uint8Array>;

/** The runtime's `writeFile` appends wrong bytes to a content in parts. */
async function writeContent(path: string, content: Content, flag: "w" | "wx"): Promise<void> {
  await using file = await open(path, flag);
  if (typeof content === "string") {
    await file.writeFile(content);
  } else {
    for await (const part of content) {
      for (let written = 0; written < part.length; ) {
        written += (await file.write(part, written)).bytesWritten;
      }
    }
  }
  if (flag === "wx") {
    await file.sync();
  }
}

interface ExistingFile {
  /** The target of a symbolic link, or the path itself. */
  readonly path: string;
  readonly isRegular: boolean;
  readonly mode: number;
}

async function existingFile(path: string): Promise<ExistingFile | null> {
  try {
    const found = await stat(path);
    return {
      path: await realpath(path),
      isRegular: found.isFile(),
      mode: found.mode & permissions,
    };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return null;
    }
    throw error;
  }
}

/** Returns null as soon as the input exceeds `bytesMax`, because a device may never end. */
async function collect(
  stream: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > bytesMax) {
      return null;
    }
  }
  return Buffer.concat(chunks);
}

async function withConfigErrors<Result>(
  problem: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiUnreachable
      ? error
      : new ConfigError(`${problem}: ${fileProblem(error)}`);
  }
}
