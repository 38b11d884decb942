import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ServerProcess, testedProgram } from "../contract/server-process.ts";

const token = "0123456789abcdef0123456789abcdef";
export const ownerEmail = "owner@example.com";
export const ownerPassword = "a calm and quiet morning";

/** A running server with its UI, and a client of its API to prepare and to check data. */
export class UiServer implements AsyncDisposable {
  readonly url: string;
  readonly dataDirectory: string;
  readonly #process: ServerProcess;
  readonly #apiPath: string;

  private constructor(process: ServerProcess, dataDirectory: string, apiPath: string) {
    this.url = process.url;
    this.dataDirectory = dataDirectory;
    this.#process = process;
    this.#apiPath = apiPath;
  }

  static async start(
    mode: "hosted" | "mountable" = "hosted",
    variables: Readonly<Record<string, string>> = {},
  ): Promise<UiServer> {
    const dataDirectory = await mkdtemp(join(tmpdir(), "gatehouse-ui-"));
    const preset = mode === "hosted" ? { GATEHOUSE_TOKEN: token } : {};
    const process = await ServerProcess.start(testedProgram, dataDirectory, {
      mode,
      variables: { ...preset, ...variables },
    });
    const { GATEHOUSE_BASE_PATH: base = "" } = variables;
    const apiPath = base + (mode === "hosted" ? "/adapter" : "/flipper/api");
    return new UiServer(process, dataDirectory, apiPath);
  }

  /** The one-time link of the first start. */
  async setUpLink(): Promise<string> {
    const text = await readFile(join(this.dataDirectory, "first-start.txt"), "utf8");
    const link = /\S+\/set-up#\S+/.exec(text)?.[0];
    if (link === undefined) {
      throw new Error(`first-start.txt has no link: ${text}`);
    }
    return link;
  }

  /** Sends a request to the public API with a token of Production; fails unless it is answered well. */
  async api(method: string, path: string, body?: unknown, value = token): Promise<unknown> {
    const response = await this.fetch(method, path, body, value);
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${response.status} ${text}`);
    }
    return text === "" ? null : JSON.parse(text);
  }

  fetch(method: string, path: string, body?: unknown, value = token): Promise<Response> {
    return fetch(`${this.url}${this.#apiPath}${path}`, {
      method,
      headers: {
        "flipper-cloud-token": value,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  signal(name: "SIGTERM" | "SIGSTOP" | "SIGCONT" | "SIGKILL"): void {
    this.#process.signal(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process[Symbol.dispose]();
    await rm(this.dataDirectory, { recursive: true, force: true });
  }
}
