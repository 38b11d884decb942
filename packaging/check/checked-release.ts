import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface CheckedRelease {
  /** The folder and the start of each file name, such as `dist/release/gatehouse-1.0.0`. */
  readonly prefix: string;
  readonly version: string;
}

export interface ReleaseCheck {
  /** What is true if the check passes. */
  readonly name: string;
  /** The programs that the check runs; without them it is skipped. */
  readonly programs: readonly string[];
  /** Whether the check creates namespaces, which only root may do. */
  readonly needsRoot?: boolean;
  /** Rejects with the reason if the check fails. */
  readonly run: (release: CheckedRelease) => Promise<void>;
}

/** Namespaces whose mounts and processes end with the command. */
export const isolated = ["unshare", "--mount", "--pid", "--fork", "--kill-child"] as const;

/** Calls a function with a temporary directory, and then deletes the directory. */
export async function inTemporaryDirectory(
  call: (directory: string) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "gatehouse-check-"));
  try {
    await call(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export function expectEqual(what: string, actual: string, expected: string): void {
  if (actual !== expected) {
    throw new Error(`${what}: ${actual} instead of ${expected}`);
  }
}

export async function fileSum(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const chunk of Bun.file(path).stream()) {
    hasher.update(chunk);
  }
  return hasher.digest("hex");
}
