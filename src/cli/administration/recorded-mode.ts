import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mode } from "../../config/option.ts";
import { parseNetwork } from "../../config/parse-network.ts";
import type { Network } from "../../core/network/network.ts";

/** Not in gatehouse.db: it describes the last server, not the data. */
const fileName = "gatehouse.mode";
const ownerOnly = 0o600;
const siteUrlForm = /^https?:\/\/\S+$/;

/** What a command needs to know about the last server or library that used the data. */
export interface ServerRecord {
  readonly mode: Mode;
  /** The URL of the web UI, without a trailing slash; undefined if unknown. */
  readonly siteUrl?: string | undefined;
  /** The networks of --webhook-allow, such as `10.0.0.0/8`. */
  readonly webhookAllow?: readonly Network[];
}

/**
 * Records the server that uses a data directory. Commands need its mode, and its URL for links, while
 * it is stopped. The process must hold the directory's lock. If the file cannot be written, the
 * server still runs, and `onFault` is called with the error.
 */
export function recordServer(
  directory: string,
  { mode, siteUrl, webhookAllow = [] }: ServerRecord,
  onFault: (error: unknown) => void,
): void {
  const networks = webhookAllow.map(({ address, bits }) => `${address}/${bits}`).join(",");
  const words = networks === "" ? [siteUrl ?? ""] : [siteUrl ?? "-", networks];
  const text = `${[mode, ...words].join(" ").trim()}\n`;
  if (readText(directory) === text) {
    return;
  }
  const path = join(directory, fileName);
  try {
    rmSync(`${path}.new`, { force: true });
    writeFileSync(`${path}.new`, text, { flag: "wx", mode: ownerOnly });
    renameSync(`${path}.new`, path);
  } catch (error) {
    onFault(new Error("the mode cannot be recorded in the data directory", { cause: error }));
  }
}

/** As `recordServer`, for the library, which has no URL of its own. */
export function recordMode(directory: string, mode: Mode, onFault: (error: unknown) => void): void {
  recordServer(directory, { mode }, onFault);
}

/** The recorded server; null if none is recorded, as in the data of version 0.1. */
export function recordedServer(directory: string): ServerRecord | null {
  const [mode = "", siteUrl = "", networks = ""] = (readText(directory) ?? "").trim().split(" ");
  if (mode !== "hosted" && mode !== "mountable") {
    return null;
  }
  const webhookAllow = networks.split(",").flatMap((text) => {
    const parsed = parseNetwork(text);
    return "value" in parsed ? [parsed.value] : [];
  });
  const known = siteUrlForm.test(siteUrl) ? siteUrl : undefined;
  return { mode, siteUrl: known, ...(webhookAllow.length === 0 ? {} : { webhookAllow }) };
}

function readText(directory: string): string | null {
  try {
    return readFileSync(join(directory, fileName), "utf8");
  } catch {
    return null;
  }
}
