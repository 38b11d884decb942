import { resolve } from "node:path";
import { isJsonObject } from "../text/json-object.ts";
import { AdministrationError } from "./administration-error.ts";
import {
  type InputOf,
  type OperationName,
  type OutputOf,
  operations,
} from "./administration-operations.ts";
import { socketName } from "./protocol.ts";
import { withShortPath } from "./short-path.ts";

const answerTimeoutMs = 120_000;

/** What connecting to a socket says when no server listens on it. */
const nobodyListens = new Set(["ENOENT", "ECONNREFUSED"]);

/**
 * Has the server that runs on a data directory do an operation; null if none runs. Rejects with an
 * AdministrationError if the server refuses, or leaves before it has answered.
 */
export async function askServer<Name extends OperationName>(
  directory: string,
  name: Name,
  input: InputOf<Name>,
): Promise<{ readonly output: OutputOf<Name> } | null> {
  const response = await post(directory, name, JSON.stringify(input));
  if (response === null) {
    return null;
  }
  const document: unknown = await response.json();
  if (response.ok) {
    return { output: operations[name].output(document) };
  }
  const message = isJsonObject(document) ? document.message : undefined;
  throw new AdministrationError(
    typeof message === "string" ? message : `the running server answered ${response.status}`,
  );
}

async function post(directory: string, name: string, body: string): Promise<Response | null> {
  try {
    return await withShortPath(resolve(directory), socketName, (unix) =>
      fetch(`http://gatehouse/${name}`, {
        unix,
        method: "POST",
        body,
        // A connection used before would have a broken request sent again, and done twice.
        keepalive: false,
        signal: AbortSignal.timeout(answerTimeoutMs),
      }),
    );
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (typeof code === "string" && nobodyListens.has(code)) {
      return null;
    }
    if (code === "EACCES" || code === "EPERM") {
      throw new AdministrationError("the running server belongs to another user");
    }
    throw new AdministrationError(
      "the running server left without an answer; look whether the change holds",
      { cause: error },
    );
  }
}
