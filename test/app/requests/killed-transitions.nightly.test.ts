import { expect, test } from "bun:test";
import { join } from "node:path";
import { basesOf, sameBases } from "../../../src/core/model/request-base.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { Random } from "../../fuzz/random.ts";
import { fuzzSeed } from "../../fuzz/seed.ts";
import { runsOf } from "../../helpers/runs.ts";

const program = join(import.meta.dir, "transitions-program.ts");
const rounds = runsOf(20);
const linesMax = 40;

/** Runs the program until it has printed a number of lines, and kills it without a warning. */
async function killedAfter(directory: string, lines: number): Promise<ReadonlySet<string>> {
  const child = Bun.spawn([process.execPath, program, directory], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const seen: string[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    seen.push(...decoder.decode(chunk).split("\n").filter(Boolean));
    if (seen.length >= lines) {
      break;
    }
  }
  child.kill("SIGKILL");
  await child.exited;
  return new Set(seen);
}

test("each transition of a request happens once, or not at all, whenever the process is killed", async () => {
  using directory = new TemporaryDirectory();
  const random = new Random(fuzzSeed);
  const killedAt = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    for (const line of await killedAfter(directory.path, random.below(linesMax) + 1)) {
      killedAt.add(line);
    }
  }
  expect([...killedAt].toSorted()).toEqual(["applied", "approved", "drifted", "opened", "rebased"]);
  const { storage, state } = await openSqliteStorage(directory.path);
  const audits = await storage.reads.audits({
    ...{ environmentId: 1, keys: null, latestMax: null, offset: 0, limit: 100_000 },
  });
  const byRequest = audits.filter(({ actor }) => actor.type === "User" && actor.id === "102");
  const sequences: number[] = [];
  for (let id = 1; id <= state.lastIds.request; id++) {
    const request = await storage.reads.request(id);
    if (request?.state === "applied") {
      expect(request.firstAudit).toBe(request.lastAudit);
      sequences.push(request.firstAudit ?? 0);
      const audit = byRequest.find(({ sequence }) => sequence === request.firstAudit);
      expect(audit?.value).toBe(String((id % 99) + 1));
    } else if (request?.state === "open") {
      const environment = state.environments.get(1);
      expect(environment && sameBases(request, basesOf(state, environment, request.commands))).toBe(
        true,
      );
    }
  }
  // No audit of the author without its request, and none twice.
  expect(sequences.toSorted((left, right) => left - right)).toEqual(
    byRequest.map(({ sequence }) => sequence).toSorted((left, right) => left - right),
  );
  expect(sequences.length).toBeGreaterThan(rounds);
  await storage.close();
}, 600_000);
