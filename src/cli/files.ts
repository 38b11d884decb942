import { createReadStream } from "node:fs";
import { ConfigError } from "../config/config-error.ts";
import { quoted } from "../config/quoted.ts";

/** A byte order mark that an editor left is no part of the text. */
const decoder = new TextDecoder("utf-8", { fatal: true });

/** The text of a file, or of the standard input for "-". Throws a ConfigError if it has none. */
export async function readText(path: string, bytesMax: number): Promise<string> {
  const name = path === "-" ? "the standard input" : quoted(path);
  // Bun's own files do not read pipes and devices, which shells like to hand over.
  const stream = path === "-" ? Bun.stdin.stream() : createReadStream(path);
  const bytes = await explained(`${name} cannot be read`, () => collect(stream, bytesMax));
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
export async function writeText(path: string, text: string): Promise<void> {
  await explained(`${quoted(path)} cannot be written`, () => Bun.write(path, text));
}

/** Null as soon as there is more than there may be: a device has no end. */
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

async function explained<Result>(problem: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new ConfigError(`${problem}: ${code}`);
  }
}
