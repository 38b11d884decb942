import { resolve } from "node:path";
import { answerInTime } from "../../http/client/answer-in-time.ts";
import { AdministrationError, ServerStoppedError } from "./administration-error.ts";
import { socketName, withShortSocketPath } from "./socket-path.ts";

const answerTimeoutMs = 120_000;

/** The error codes for a socket without a listening server. */
const noListenerCodes = new Set(["ENOENT", "ECONNREFUSED"]);

/**
 * Sends a request through the socket of the server that runs on a data directory; null if no server
 * runs. Rejects with a ServerStoppedError if the server stops before it has answered.
 */
export async function requestRunningServer(
  directory: string,
  path: string,
  init: RequestInit,
): Promise<Response | null> {
  try {
    return await withShortSocketPath(resolve(directory), socketName, (unix) =>
      answerInTime(answerTimeoutMs, init.signal, (signal) =>
        // On a reused connection, fetch repeats a failed request, and the server would do the work
        // twice.
        fetch(`http://gatehouse${path}`, { ...init, unix, keepalive: false, signal }),
      ),
    );
  } catch (error) {
    if (init.signal?.aborted === true) {
      throw error;
    }
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (typeof code === "string" && noListenerCodes.has(code)) {
      return null;
    }
    if (code === "EACCES" || code === "EPERM") {
      throw new AdministrationError("the running server belongs to another user");
    }
    throw serverStopped(init.method === undefined || init.method === "GET", error);
  }
}

function serverStopped(isRead: boolean, cause: unknown): ServerStoppedError {
  const stopped = "the running server stopped before it answered";
  return new ServerStoppedError(
    isRead ? stopped : `${stopped}; check whether the change was stored`,
    { cause },
  );
}
