// Run by gzip-body.test.ts in a process of its own, to measure the peak of its memory alone.
import { createGzip } from "node:zlib";
import { inflateGzipSync } from "../../../src/http/request/gzip-body.ts";
import { inflatedChunks } from "../../../src/http/request/gzip-chunks.ts";
import { refusalOfPromise } from "./refusal-of.ts";

const mebibyte = 1024 * 1024;

async function bombOf(mebibytes: number): Promise<Uint8Array> {
  const gzip = createGzip({ level: 9 });
  const zeros = new Uint8Array(mebibyte);
  const parts: Uint8Array[] = [];
  gzip.on("data", (part: Uint8Array) => parts.push(part));
  const ended = new Promise((resolve) => gzip.once("end", resolve));
  for (let count = 0; count < mebibytes; count++) {
    await new Promise((resolve) => gzip.write(zeros, resolve));
  }
  gzip.end();
  await ended;
  return Buffer.concat(parts);
}

function peakMiB(): number {
  return process.resourceUsage().maxRSS / 1024;
}

/** Reads without keeping anything. */
async function drain(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of chunks) {
    chunk.fill(0);
  }
}

async function* whole(bytes: Uint8Array) {
  yield bytes;
}

const bomb = await bombOf(200);
const before = peakMiB();
const refusals = [
  await refusalOfPromise((async () => inflateGzipSync(bomb, mebibyte))()),
  await refusalOfPromise(drain(inflatedChunks(whole(bomb), 150 * mebibyte))),
];
process.stdout.write(`${refusals.join(",")} ${peakMiB() - before}`);
