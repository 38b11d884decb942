import { createReadStream } from "node:fs";
import { ConfigError } from "../config/config-error.ts";
import { quote } from "../text/quote.ts";

/** Removes a byte order mark, which some editors write at the start of a file. */
const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads the text of a file, or of the standard input for "-". Throws a ConfigError if it cannot be
 * read, is too large, or is not UTF-8.
 */
export async function readTextFile(path: string, bytesMax: number): Promise<string> {
  const name = path === "-" ? "the standard input" : quote(path);
  // Bun.file() cannot read pipes and devices, which shells pass as files.
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

/** Throws a ConfigError if the file cannot be written. */
export async function writeTextFile(path: string, text: string): Promise<void> {
  await withConfigErrors(`${quote(path)} cannot be written`, () => Bun.write(path, text));
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
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new ConfigError(`${problem}: ${code}`);
  }
}
