import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * For `bun --preload`: sets the clock of the process off by the milliseconds in the file with the
 * server's name in the directory TEST_CLOCKS, which may change while the process runs.
 */
const { TEST_CLOCKS: directory = "", GATEHOUSE_NODE: node = "" } = process.env;
const file = join(directory, node);
const readEveryMs = 50;
const rightClock = Date.now;
let offMs = 0;

function read(): void {
  offMs = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
}

read();
setInterval(read, readEveryMs).unref();
Date.now = () => rightClock() + offMs;
