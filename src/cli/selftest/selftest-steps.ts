import { join } from "node:path";
import { newTokenValue } from "../../core/secrets/token-value.ts";
import { isJsonObject } from "../../core/text/json-object.ts";
import { counted } from "../output/counted-text.ts";
import { runToEnd, type SelftestProgram, SelftestServer } from "./selftest-process.ts";
import { findSimulatedRegression } from "./simulated-regression.ts";

export interface SelftestStep {
  /** What is true if it succeeds. */
  readonly name: string;
  /** Whether it needs the steps before it. */
  readonly isNext: boolean;
  readonly run: () => Promise<void>;
}

const acknowledgedMin = 100;
const writersAtOnce = 4;
const auditsMax = 10_000;

/** A self-test in an empty directory. */
export class Selftest {
  readonly #program: SelftestProgram;
  readonly #directory: string;
  readonly #token = newTokenValue();
  readonly #acknowledged = new Set<string>();
  #server: SelftestServer | undefined;
  #writing: Promise<unknown> = Promise.resolve();
  #endServer: () => void = () => undefined;

  constructor(program: SelftestProgram, directory: string) {
    this.#program = program;
    this.#directory = directory;
  }

  get steps(): readonly SelftestStep[] {
    const next = (name: string, run: () => Promise<void>) => ({ name, isNext: true, run });
    return [
      next("a server starts on an empty data directory", () => this.#start()),
      next(`it acknowledges ${counted(acknowledgedMin, "change")}`, () => this.#write()),
      next("killed and started again, it has every acknowledged change", () => this.#kill()),
      next("it writes a backup, and a restore of it has the same features and audits", () =>
        this.#restore(),
      ),
      next("the record of audits and acts is complete, here and in the backup", () =>
        this.#verify(),
      ),
      {
        name: "a guard finds a simulated rise of errors, and none where there is none",
        isNext: false,
        run: async () => findSimulatedRegression(),
      },
    ];
  }

  /** Ends a server that still runs. */
  end(): void {
    this.#endServer();
  }

  get #data(): string {
    return join(this.#directory, "data");
  }

  get #restored(): string {
    return join(this.#directory, "restored");
  }

  async #start(): Promise<void> {
    const onStart = (child: { kill(signal: "SIGKILL"): void }) => {
      this.#endServer = () => child.kill("SIGKILL");
    };
    this.#server = await SelftestServer.start(this.#program, this.#data, this.#token, onStart);
  }

  get #running(): SelftestServer {
    if (this.#server === undefined) {
      throw new Error("the server does not run");
    }
    return this.#server;
  }

  /** Resolves when enough changes are acknowledged; the writers go on until the server is killed. */
  #write(): Promise<void> {
    const enough = Promise.withResolvers<void>();
    const writers = Array.from({ length: writersAtOnce }, (_, writer) =>
      this.#writeUntilKilled(writer, enough.resolve),
    );
    this.#writing = Promise.all(writers).catch(enough.reject);
    return enough.promise;
  }

  async #writeUntilKilled(writer: number, onEnough: () => void): Promise<void> {
    for (let index = 0; ; index++) {
      const name = `selftest_${writer}_${index}`;
      const answer = await this.#send("/features", {
        method: "POST",
        body: new URLSearchParams({ name }),
      });
      if (!answer.ok) {
        throw new Error(`a change was answered ${answer.status}`);
      }
      this.#acknowledged.add(name);
      if (this.#acknowledged.size >= acknowledgedMin) {
        onEnough();
      }
    }
  }

  async #kill(): Promise<void> {
    await this.#running.kill();
    await this.#writing;
    await this.#start();
    const answer = await this.#send("/features", {});
    const list: unknown = await answer.json();
    const features = isJsonObject(list) && Array.isArray(list.features) ? list.features : [];
    const keys = new Set(features.map((feature) => isJsonObject(feature) && feature.key));
    const lost = [...this.#acknowledged].filter((key) => !keys.has(key));
    if (lost.length > 0) {
      throw new Error(
        `${lost.length} of ${counted(this.#acknowledged.size, "acknowledged change")} are lost`,
      );
    }
  }

  async #restore(): Promise<void> {
    const file = join(this.#directory, "backup.tar.gz");
    await this.#run("backup", "--data", this.#data, file);
    await this.#run("restore", "--data", this.#restored, file);
    const reads = [["export"], ["audit", "list", "--json", "--limit", String(auditsMax)]];
    for (const read of reads) {
      const [here, there] = [
        await this.#run(...read, "--data", this.#data),
        await this.#run(...read, "--data", this.#restored),
      ];
      if (here !== there) {
        throw new Error(`gatehouse ${read.join(" ")} differs`);
      }
    }
  }

  async #verify(): Promise<void> {
    await this.#running.stop();
    for (const directory of [this.#data, this.#restored]) {
      await this.#run("audit", "verify", "--data", directory);
    }
  }

  #run(...argv: readonly string[]): Promise<string> {
    return runToEnd(this.#program, argv);
  }

  #send(path: string, init: RequestInit): Promise<Response> {
    const headers = { "flipper-cloud-token": this.#token };
    return fetch(`${this.#running.url}/adapter${path}`, { ...init, headers });
  }
}
