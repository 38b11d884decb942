import { realpathSync } from "node:fs";

/** An open data directory of this process. */
interface OpenDirectory {
  /** The evaluation of the library's module that opened it. */
  readonly evaluation: ModuleEvaluation;
  /** Closes the storage before it returns. */
  readonly handOver: () => void;
}

/** Identifies one evaluation of a module: a reload evaluates the same module again. */
export interface ModuleEvaluation {
  readonly moduleUrl: string;
}

/**
 * By real path. Uses Symbol.for, because a reloaded module must find the entries of the earlier one.
 */
const registryKey = Symbol.for("gatehouse-flags.open-directories");

/**
 * Called before a data directory is opened. If an earlier evaluation of the same module has it open,
 * this is a reload (`bun --hot`). The earlier evaluation then hands it over. Two mounts of one
 * evaluation, or two copies of the library, exclude each other like two processes.
 */
export function takeOver(directory: string, evaluation: ModuleEvaluation): void {
  const path = realPathOf(directory);
  const open = path === undefined ? undefined : registry().get(path);
  if (
    open !== undefined &&
    open.evaluation !== evaluation &&
    open.evaluation.moduleUrl === evaluation.moduleUrl
  ) {
    open.handOver();
  }
}

/** Registers an opened data directory. The returned function must be called when it is closed. */
export function registerOpen(directory: string, open: OpenDirectory): () => void {
  const path = realPathOf(directory);
  if (path === undefined) {
    return () => undefined;
  }
  registry().set(path, open);
  return () => {
    if (registry().get(path) === open) {
      registry().delete(path);
    }
  };
}

function registry(): Map<string, OpenDirectory> {
  const holder: typeof globalThis & { [registryKey]?: Map<string, OpenDirectory> } = globalThis;
  holder[registryKey] ??= new Map();
  return holder[registryKey];
}

/** Undefined for a missing directory. */
function realPathOf(directory: string): string | undefined {
  try {
    return realpathSync(directory);
  } catch {
    return undefined;
  }
}
