import { writeSync } from "node:fs";
import { quietMs } from "./progress.ts";
import type { ProgressMessage } from "./progress-messages.ts";

const standardError = 2;
const clearLine = "\r\u001b[K";
const intervalMs = 200;
const msPerSecond = 1_000;
const frames = ["|", "/", "-", "\\"];
const columnsDefault = 80;

const startedMs = performance.now();
let text = "";
let columns = columnsDefault;
let shownCount = 0;

function show(): void {
  const elapsedMs = performance.now() - startedMs;
  if (elapsedMs < quietMs || text === "") {
    return;
  }
  const frame = frames[shownCount++ % frames.length];
  const line = `${frame} ${text}, ${Math.floor(elapsedMs / msPerSecond)} s`;
  // A line that wraps could not be cleared.
  write(`${clearLine}${Bun.sliceAnsi(line, 0, columns - 1, "…")}`);
}

/** The terminal may be gone. */
function write(output: string): void {
  try {
    writeSync(standardError, output);
  } catch {
    clearInterval(timer);
  }
}

const timer = setInterval(show, intervalMs);

addEventListener("message", ({ data }: MessageEvent<ProgressMessage>) => {
  if (data.kind === "step") {
    text = data.name;
    columns = data.columns || columnsDefault;
    return;
  }
  clearInterval(timer);
  if (shownCount > 0) {
    write(clearLine);
  }
  postMessage("stopped");
});
