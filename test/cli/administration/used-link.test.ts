import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { firstStart } from "../../../src/app/commands/first-start.ts";
import { setPassword } from "../../../src/app/commands/password-commands.ts";
import type { Writer } from "../../../src/app/writer/writer.ts";
import { showStart } from "../../../src/cli/data-access/show-start.ts";
import { type SharedNode, shortWaitMs, startNode } from "../../app/writer/shared-writers.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { loadConfig } from "../../helpers/load-config.ts";
import { SharedMemory } from "../../helpers/shared-memory.ts";

const ownerId = 1;
const urls = { apiUrl: "http://localhost:8080/adapter", siteUrl: "http://localhost:8080" };

/** A directory of a server that shares data with others, and the server's starts. */
class FirstStarts implements Disposable {
  readonly shared = new SharedMemory();
  readonly #directory = new TemporaryDirectory();

  get hasFile(): boolean {
    return existsSync(join(this.#directory.path, "first-start.txt"));
  }

  /** Another server, which makes the installation unless there is one. */
  async other(): Promise<SharedNode> {
    const other = startNode(this.shared);
    await other.writer.submit(firstStart);
    return other;
  }

  /** Resolves with the reasons of what was skipped. */
  async show({ writer, clock }: SharedNode): Promise<readonly string[]> {
    const skipped: string[] = [];
    const config = loadConfig(["--mode", "hosted", "--data", this.#directory.path], {
      GATEHOUSE_DATABASE: "postgres://localhost/shared",
      GATEHOUSE_TOKEN: "a-token-of-all-nodes",
    });
    const output = { print: () => undefined, isTerminal: false, now: () => clock.nowMs };
    await showStart(output, config, { writer }, urls, (reason) => skipped.push(reason));
    return skipped;
  }

  [Symbol.dispose](): void {
    this.#directory[Symbol.dispose]();
  }
}

async function useLink(writer: Writer): Promise<void> {
  await writer.submit((draft) => {
    draft.record({ kind: "sign_in_link.removed", userId: ownerId });
    setPassword(draft, ownerId, "hash");
  });
}

test("a link that was used at another server while this one was down leaves no file", async () => {
  using starts = new FirstStarts();
  const other = await starts.other();
  for (const node of [startNode(starts.shared), startNode(starts.shared)]) {
    await starts.show(node);
    await node.writer.close();
    expect(starts.hasFile).toBe(true);
  }
  await useLink(other.writer);
  expect(await starts.show(startNode(starts.shared))).toEqual([]);
  expect(starts.hasFile).toBe(false);
});

test("a link that was used before the state was loaded anew leaves no file", async () => {
  using starts = new FirstStarts();
  const other = await starts.other();
  const node = startNode(starts.shared);
  await starts.show(node);
  node.storage.isDeaf = true;
  await useLink(other.writer);
  const reloaded = new Promise<void>((resolve) => node.writer.onReload(() => resolve()));
  starts.shared.trim(starts.shared.position);
  expect(starts.hasFile).toBe(true);
  node.storage.poll();
  await reloaded;
  expect(starts.hasFile).toBe(false);
});

test("a server that starts with an older copy while the database is away keeps the file", async () => {
  using starts = new FirstStarts();
  const other = await starts.other();
  const copied = startNode(starts.shared, shortWaitMs);
  Object.assign(copied.storage, { isDeaf: true, isUnreachable: true });
  await starts.show(startNode(starts.shared));
  expect(await starts.show(copied)).toHaveLength(1);
  expect(starts.hasFile).toBe(true);
  Object.assign(copied.storage, { isDeaf: false, isUnreachable: false });
  copied.storage.poll();
  await useLink(other.writer);
  while (copied.writer.position < starts.shared.position) {
    await new Promise((resume) => setImmediate(resume));
  }
  expect(starts.hasFile).toBe(false);
});
