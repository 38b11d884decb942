import { join } from "node:path";
import { bucketSeriesAt } from "../../src/telemetry/messages/bucket-series.ts";
import { readCatalog } from "../../src/telemetry/messages/catalog-text.ts";
import { defaultWorkerSettings } from "../../src/telemetry/messages/worker-settings.ts";
import { Catalog } from "../../src/telemetry/worker/counting/catalog.ts";
import { openSqliteTelemetry } from "../../src/telemetry/worker/store/sqlite-telemetry-store.ts";
import { production } from "../telemetry/telemetry-state.ts";
import { NetworkFaults, networkWeights } from "./network-faults.ts";
import type { Schedule, Step } from "./schedule.ts";
import {
  CountingProcess,
  catalogText,
  keyOf,
  primaryFile,
  ReplicaProcess,
  readRelayBody,
  spoolFile,
  submissionOf,
} from "./telemetry-processes.ts";
import type { VirtualDisk } from "./virtual-disk.ts";
import { VirtualNetwork } from "./virtual-network.ts";
import type { VirtualProcess } from "./virtual-process.ts";
import { Violation, type VirtualWorld } from "./virtual-world.ts";

const healMs = 60_000;
const relayMsMax = 10_000;
const partOneIn = 4;
/** What clients send to the primary itself survives a power cut after this time. */
const durableAfterMs = 1_500;
/** The places of the processes: the primary, a replica of it, and a replica of that replica. */
const names = ["primary", "replica", "second replica"] as const;

export const telemetryForm = {
  weights: {
    ...{ submit: 60, kill: 4, powerCut: 4, freeze: 2, putBack: 2, clone: 1 },
    ...networkWeights,
  },
  nodeCount: names.length,
  stepsMax: 200,
  pauseMsMax: 1_500,
};

interface Place {
  process: VirtualProcess;
  directory: string;
  readonly server: CountingProcess | ReplicaProcess;
}

interface Submission {
  readonly place: number;
  readonly key: string;
  outcome: "waiting" | "acknowledged" | "refused";
  answeredAtMs: number;
  /** Whether a fault may have lost it: a directory was put back, or a power cut came at once. */
  isExcused: boolean;
}

/** A primary and two replicas in a chain, with the submissions and faults of a schedule. */
export class TelemetryRun {
  readonly #world: VirtualWorld;
  readonly #network: VirtualNetwork;
  readonly #networkFaults: NetworkFaults;
  readonly #disk: VirtualDisk;
  readonly #places: Place[];
  readonly #submissions: Submission[] = [];
  #isHealed = false;

  constructor(world: VirtualWorld, disk: VirtualDisk) {
    this.#world = world;
    this.#disk = disk;
    this.#network = new VirtualNetwork(world);
    this.#networkFaults = new NetworkFaults({
      ...{ network: this.#network, names },
      later: (forMs, work) => this.#later(forMs, work),
    });
    this.#places = [];
    for (let place = 0; place < names.length; place++) {
      this.#places.push(this.#start(place, disk.newDirectory()));
    }
  }

  /** Runs a schedule until everything is healed and counted. Throws a `Violation`. */
  async run({ steps }: Schedule): Promise<void> {
    const startMs = this.#world.nowMs;
    for (const step of steps) {
      this.#world.after(step.atMs, () => this.#step(step), null);
    }
    this.#world.runUntil(startMs + Math.max(0, ...steps.map(({ atMs }) => atMs)));
    this.#heal();
    this.#world.runUntil(this.#world.nowMs + healMs);
    this.#world.expectNone();
    await this.#checkCounts();
  }

  #start(place: number, directory: string): Place {
    const process = this.#world.start(names[place] ?? "");
    const options = { world: this.#world, disk: this.#disk, process, directory };
    const server = this.#world.as(process, () =>
      place === 0
        ? new CountingProcess(options)
        : new ReplicaProcess({
            ...options,
            send: (body) => this.#relay(process, place - 1, body),
          }),
    );
    this.#world.trace(`start ${process.name}`);
    return { process, directory, server };
  }

  #relay(from: VirtualProcess, to: number, body: Uint8Array<ArrayBuffer>): Promise<number> {
    const place = this.#places[to];
    if (place === undefined) {
      throw new Error("there is no such place");
    }
    const { spool, submissions } = readRelayBody(body);
    const { process, server } = place;
    const { random } = this.#world;
    // A place may settle a part of what it gets.
    const isPart = random.below(partOneIn) === 0;
    const taken = isPart ? submissions.slice(0, 1 + random.below(submissions.length)) : submissions;
    return this.#network.request(
      from,
      process,
      async () => {
        const through = await (server instanceof CountingProcess
          ? server.relay(spool, taken)
          : server.spool.takeOver(spool, taken));
        this.#world.trace(`relayed to ${process.name} through ${through}`);
        return through;
      },
      { timeoutMs: relayMsMax, isRepeated: true },
    );
  }

  #step(step: Step): void {
    const { kind, node, forMs } = step;
    const place = this.#places[node];
    if (place === undefined || this.#isHealed) {
      return;
    }
    this.#world.trace(`${kind} ${node} ${forMs}`);
    const { process, directory } = place;
    switch (kind) {
      case "submit":
        this.#submit(node);
        break;
      case "kill":
      case "powerCut":
        this.#kill(node, forMs, kind === "powerCut");
        break;
      case "freeze":
        process.freeze();
        this.#later(forMs, () => process.thaw());
        break;
      case "putBack":
      case "clone":
        // The primary's own database is put back with a backup, which loses what came after it.
        if (node > 0) {
          this.#copied(kind, node, forMs, this.#disk.copy(directory, spoolFile, false));
        }
        break;
      default:
        this.#networkFaults.begin(step, process.name);
    }
  }

  #submit(node: number): void {
    const index = this.#submissions.length;
    const submission: Submission = {
      ...{ place: node, key: keyOf(index), outcome: "waiting" },
      ...{ answeredAtMs: 0, isExcused: false },
    };
    this.#submissions.push(submission);
    const place = this.#places[node];
    const submit = async () => {
      try {
        await place?.server.submit(submissionOf(index));
        submission.outcome = "acknowledged";
        submission.answeredAtMs = this.#world.nowMs;
      } catch {
        submission.outcome = "refused";
      }
      this.#world.trace(`${submission.outcome} ${submission.key}`);
    };
    this.#world.after(0, () => void submit(), place?.process ?? null);
  }

  #kill(node: number, forMs: number, isPowerCut: boolean): void {
    const place = this.#places[node];
    if (place?.process.isAlive !== true) {
      return;
    }
    if (isPowerCut && node === 0) {
      this.#excuse(node, place.process.ranAtMs - durableAfterMs);
    }
    place.process.kill();
    const file = node === 0 ? primaryFile : spoolFile;
    place.directory = this.#disk.copy(place.directory, file, isPowerCut);
    this.#later(forMs, () => this.#restart(node));
  }

  /** An older copy of a directory is put back, or a second process runs on it. */
  #copied(kind: "putBack" | "clone", node: number, forMs: number, copy: string): void {
    const copiedAtMs = this.#world.nowMs;
    this.#later(forMs, () => {
      const place = this.#places[node];
      if (kind === "clone") {
        this.#start(node, copy);
      } else if (place !== undefined) {
        place.process.kill();
        // What it accepted since then, and has not relayed, is gone.
        this.#excuse(node, copiedAtMs);
        for (let after = node + 1; after < names.length; after++) {
          this.#excuse(after, Number.NEGATIVE_INFINITY);
        }
        place.directory = copy;
        this.#restart(node);
      }
    });
  }

  /** Submissions that a place acknowledged after a time may be lost, and those it has in work. */
  #excuse(node: number, afterMs: number): void {
    for (const submission of this.#submissions) {
      if (submission.place === node && submission.answeredAtMs > afterMs) {
        submission.isExcused = true;
      }
    }
  }

  #restart(node: number): void {
    const place = this.#places[node];
    if (place?.process.isAlive === false) {
      this.#places[node] = this.#start(node, place.directory);
    }
  }

  #later(forMs: number, work: () => void): void {
    this.#world.after(forMs, () => this.#isHealed || work(), null);
  }

  #heal(): void {
    this.#world.trace("heal");
    this.#isHealed = true;
    this.#network.heal();
    for (let node = 0; node < names.length; node++) {
      this.#places[node]?.process.thaw();
      this.#restart(node);
    }
  }

  async #checkCounts(): Promise<void> {
    const [primary] = this.#places;
    primary?.process.kill();
    const directory = this.#disk.copy(primary?.directory ?? "", primaryFile, false);
    const store = openSqliteTelemetry({
      path: join(directory, primaryFile),
      settings: defaultWorkerSettings,
      catalog: new Catalog(readCatalog(catalogText)),
      onClamped: () => undefined,
    });
    await store.load();
    const keys = this.#submissions.map(({ key }) => key);
    const counts = await store.readCounts(production, keys, bucketSeriesAt(this.#world.nowMs, 7));
    for (const [index, { key, outcome, isExcused }] of this.#submissions.entries()) {
      const counted = counts[index]?.enabled.reduce((sum, each) => sum + each, 0) ?? 0;
      const isMissing = outcome === "acknowledged" && counted === 0 && !isExcused;
      if (counted > 1 || isMissing) {
        throw new Violation(
          `telemetry is counted exactly once: ${key} is counted ${counted} times`,
        );
      }
      this.#world.trace(`counted ${key} ${counted}`);
    }
  }
}
