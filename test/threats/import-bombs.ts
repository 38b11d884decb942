// Run by import-bombs.test.ts in a process of its own, to measure the peak of its memory alone.
import { createGzip } from "node:zlib";
import { startHosted } from "../helpers/hosted-server.ts";

const mebibyte = 1024 * 1024;
const inflatedMebibytes = 48;

/** Gzip of a legal import of 48 MiB, made in parts, so that making it takes little memory. */
async function bomb(): Promise<Uint8Array<ArrayBuffer>> {
  const gzip = createGzip({ level: 9 });
  const parts: Uint8Array[] = [];
  gzip.on("data", (part: Uint8Array) => parts.push(part));
  const ended = new Promise((resolve) => gzip.once("end", resolve));
  const write = (text: string) => new Promise((resolve) => gzip.write(text, resolve));
  await write('{"version":[');
  for (let count = 0; count < inflatedMebibytes; count++) {
    await write("1,".repeat(mebibyte / 2));
  }
  await write('1],"features":{"made":{}}}');
  gzip.end();
  await ended;
  return Buffer.concat(parts);
}

function peakMiB(): number {
  return process.resourceUsage().maxRSS / 1024;
}

const server = await startHosted();
const body = await bomb();
const headers = {
  "content-type": "application/json",
  "content-encoding": "gzip",
  "flipper-cloud-token": server.managerToken,
};
const before = peakMiB();
const answers = await Promise.all(
  Array.from({ length: 8 }, () => server.send("/import", { method: "POST", body, headers })),
);
const statuses = answers.map(({ status }) => status).sort();
process.stdout.write(
  JSON.stringify({ bytes: body.length, statuses, grownMiB: peakMiB() - before }),
);
await server.stop();
