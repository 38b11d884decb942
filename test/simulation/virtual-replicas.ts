import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FollowedState } from "../../src/app/writer/followed-state.ts";
import { LocalWriter } from "../../src/app/writer/local-writer.ts";
import { InvariantError } from "../../src/core/invariant-error.ts";
import type { State } from "../../src/core/model/state.ts";
import { isJsonObject, type JsonObject } from "../../src/core/text/json-object.ts";
import { CopyDirectory } from "../../src/replication/local-copy/copy-directory.ts";
import { CopyStorage } from "../../src/replication/local-copy/copy-storage.ts";
import { ChangeFeed } from "../../src/replication/primary/change-feed.ts";
import { parsePosition } from "../../src/replication/primary/commit-position.ts";
import { ReplicatedCommits } from "../../src/replication/primary/replicated-commits.ts";
import { snapshotLines } from "../../src/replication/primary/snapshot-lines.ts";
import { CurrentTime } from "../../src/replication/replica/current-time.ts";
import { PrimaryError } from "../../src/replication/replica/primary-error.ts";
import { PrimaryFollower } from "../../src/replication/replica/primary-follower.ts";
import { copyOfPrimary, latestCopy } from "../../src/replication/replica/replica-copy.ts";
import type { OpenedStorage } from "../../src/storage/storage.ts";
import type { VirtualNetwork } from "./virtual-network.ts";
import type { VirtualProcess } from "./virtual-process.ts";
import { VirtualStore } from "./virtual-storage.ts";
import type { VirtualWorld } from "./virtual-world.ts";

const startRetryMs = 1_000;
/** As the client of a replica: a server that sends nothing for so long is gone. */
const silenceMsMax = 30_000;

/** A server that other servers can follow. */
export interface FollowedServer {
  readonly state: State;
  readonly position: number;
  readonly commits: ReplicatedCommits;
  readonly feed: ChangeFeed;
}

/** A server that commits to its own disk. */
export class PrimaryProcess implements FollowedServer {
  readonly writer: LocalWriter;
  readonly commits: ReplicatedCommits;
  readonly feed: ChangeFeed;

  constructor(
    { storage, state, position, latestBatchId = "" }: OpenedStorage,
    onFault: (error: unknown) => void,
  ) {
    this.commits = new ReplicatedCommits({ position, batchId: latestBatchId, state });
    this.feed = new ChangeFeed({ commits: this.commits, age: () => 0 });
    this.writer = new LocalWriter({
      ...{ storage, state, position, now: () => Date.now() },
      onFailure: (error) => error instanceof InvariantError && onFault(error),
      onApplied: (commit) => this.commits.add(commit),
    });
  }

  get state(): State {
    return this.writer.state;
  }

  get position(): number {
    return this.writer.position;
  }
}

export interface ReplicaOptions {
  readonly world: VirtualWorld;
  readonly network: VirtualNetwork;
  readonly process: VirtualProcess;
  readonly directory: string;
  readonly stores: CopyStores;
  /** The server that it follows, and its process; undefined while that one does not serve. */
  readonly followed: () => readonly [VirtualProcess, FollowedServer | undefined];
  readonly onFault: (error: unknown) => void;
}

/** The disks of copies: a directory has the number of its disk, so that it can be renamed. */
export class CopyStores {
  readonly #world: VirtualWorld;
  readonly #stores: VirtualStore[] = [];

  constructor(world: VirtualWorld) {
    this.#world = world;
  }

  open(directory: string, process: VirtualProcess): OpenedStorage {
    const path = join(directory, "store");
    if (!existsSync(path)) {
      writeFileSync(path, String(this.#stores.push(new VirtualStore(this.#world)) - 1));
    }
    const store = this.#stores[Number(readFileSync(path, "utf8"))];
    if (store === undefined) {
      throw new Error("a copy has no disk");
    }
    return store.open(process);
  }

  crashAll(): void {
    for (const store of this.#stores) {
      store.crash();
    }
  }
}

/** A server that follows another one, with a copy of its data. */
export class ReplicaServer {
  readonly #options: ReplicaOptions;
  /** Undefined until it has a first copy. */
  served: FollowedServer | undefined;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    void this.#start().catch(options.onFault);
  }

  async #start(): Promise<void> {
    const { directory, stores, process } = this.#options;
    const copies = new CopyDirectory(directory, async (path) => {
      mkdirSync(path, { recursive: true });
      return stores.open(path, process);
    });
    const client = {
      changes: (after: string) => this.#changes(after),
      snapshot: () => this.#snapshot(),
    };
    const opened = await this.#firstCopy(copies, client);
    const { latest, state } = opened;
    const commits = new ReplicatedCommits({ ...latest, state });
    const followed = new FollowedState({
      ...{ state, position: latest.position, onFailure: this.#options.onFault },
      onApplied: (commit) => commits.add(commit),
    });
    const storage = new CopyStorage({
      storage: opened.storage,
      nanoseconds: () => performance.now() * 1_000_000,
    });
    const current = new CurrentTime(() => performance.now(), 0);
    const age = () => current.ageSeconds;
    this.served = {
      ...{ commits, feed: new ChangeFeed({ commits, age }) },
      get state() {
        return followed.state;
      },
      get position() {
        return followed.position;
      },
    };
    new PrimaryFollower({
      ...{ client, copies, storage, opened, followed, commits, current },
      onChange: () => undefined,
    }).start();
  }

  async #firstCopy(copies: CopyDirectory, client: Pick<PrimaryFollowerClient, "snapshot">) {
    const { onFault } = this.#options;
    const signal = new AbortController().signal;
    for (;;) {
      try {
        return (await latestCopy(copies, onFault)) ?? (await copyOfPrimary(copies, client, signal));
      } catch {
        await Bun.sleep(startRetryMs);
      }
    }
  }

  async *#changes(after: string): AsyncGenerator<readonly JsonObject[], void> {
    const position = parsePosition(after) ?? { position: 0, batchId: "" };
    const ask = this.#connect();
    const stream = await ask(({ feed }) => feed.open(position, () => true).getReader());
    for (;;) {
      const { value } = await ask(() => stream.read());
      if (value === undefined) {
        return;
      }
      yield linesOf(new TextDecoder().decode(value));
    }
  }

  async *#snapshot(): AsyncGenerator<readonly JsonObject[], void> {
    const ask = this.#connect();
    const lines = await ask(({ commits }) => snapshotLines(commits.latest, 0));
    for (;;) {
      const { value } = await ask(() => lines.next());
      if (value === undefined) {
        return;
      }
      yield linesOf(value);
    }
  }

  /**
   * A connection to the process that serves now. Each part of an answer is a message, which the
   * network can lose: then the connection is gone.
   */
  #connect() {
    const { network, process, followed } = this.#options;
    const [to, served] = followed();
    return async <Answer>(answer: (server: FollowedServer) => Answer | Promise<Answer>) => {
      if (served === undefined) {
        throw new PrimaryError("The origin cannot be reached");
      }
      try {
        const limits = { timeoutMs: silenceMsMax };
        return await network.request(process, to, () => answer(served), limits);
      } catch (error) {
        throw new PrimaryError(String(error));
      }
    };
  }
}

function linesOf(text: string): readonly JsonObject[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const value: unknown = JSON.parse(line);
      if (!isJsonObject(value)) {
        throw new PrimaryError("a line is no object");
      }
      return value;
    });
}

type PrimaryFollowerClient = ConstructorParameters<typeof PrimaryFollower>[0]["client"];
