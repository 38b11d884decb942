import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { unusedBackupFileName } from "../../../src/storage/backup/backup-file-names.ts";
import {
  type BackupScheduleOptions,
  startBackupSchedule,
} from "../../../src/storage/backup/backup-schedule.ts";
import { StorageError } from "../../../src/storage/storage.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";

const noonMs = Date.UTC(2026, 10, 21, 12);
const hourMs = 3_600_000;

/** A backup directory with a clock that advances with every backup, and the reported results. */
class Schedule extends TemporaryDirectory {
  readonly directory = join(this.path, "backups");
  readonly done: string[] = [];
  readonly failures: unknown[] = [];
  nowMs = noonMs;
  settle = () => undefined;

  /** Runs the schedule until this many backups were made or failed. */
  async run(count: number, more: Partial<BackupScheduleOptions> = {}): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.settle = () => {
      this.nowMs += hourMs;
      if (this.done.length + this.failures.length >= count) {
        resolve();
      }
      return undefined;
    };
    const running = startBackupSchedule({
      isScheduled: () => true,
      directory: this.directory,
      everyMs: hourMs,
      keepMax: 3,
      backUp: async (file) => writeFileSync(file, "good"),
      now: () => this.nowMs,
      onDone: (file) => {
        this.done.push(basename(file));
        this.settle();
      },
      onFailure: (error) => {
        this.failures.push(error);
        this.settle();
      },
      ...more,
    });
    await promise;
    await running.stop();
  }

  names(): readonly string[] {
    return readdirSync(this.directory).toSorted();
  }
}

function at(...hours: readonly number[]): string[] {
  return hours.map((hour) => unusedBackupFileName([], noonMs + hour * hourMs));
}

test("backups are made one after the other, and the newest are kept", async () => {
  using schedule = new Schedule();
  await schedule.run(5);
  expect(schedule.done).toEqual(at(0, 1, 2, 3, 4));
  expect(schedule.names()).toEqual(at(2, 3, 4));
  expect(schedule.failures).toEqual([]);
});

test("a failed backup is reported, and no older one is removed", async () => {
  using schedule = new Schedule();
  await schedule.run(3);
  const failing = async (file: string) => {
    mkdirSync(`${file}.partial`);
    throw new Error("the disk is full");
  };
  // It is retried within a millisecond.
  await schedule.run(5, { backUp: failing, everyMs: 1 });
  expect(schedule.failures).toEqual([new Error("the disk is full"), new Error("the disk is full")]);
  expect(schedule.names()).toEqual(at(0, 1, 2));
  await schedule.run(6);
  expect(schedule.names()).toEqual(at(1, 2, 5));
});

test("backups go on after a clock was ahead, and the kept ones stay", async () => {
  using schedule = new Schedule();
  await schedule.run(4);
  schedule.nowMs = noonMs + 90_000 * hourMs;
  await schedule.run(5);
  schedule.nowMs = noonMs + 5 * hourMs;
  await schedule.run(7);
  expect(schedule.done.slice(4)).toEqual(at(90_000, 5, 6));
  expect(schedule.names()).toEqual(at(3, 5, 6, 90_000));
  expect(schedule.failures).toEqual([]);
});

test("other files remain, and partial backups of a killed server are removed", async () => {
  using schedule = new Schedule();
  mkdirSync(join(schedule.directory, `${at(-1)}.partial`), { recursive: true });
  mkdirSync(join(schedule.directory, "mine.partial"));
  writeFileSync(join(schedule.directory, "mine.tar.gz"), "");
  await schedule.run(1, { keepMax: 1 });
  expect(schedule.names()).toEqual([...at(0), "mine.partial", "mine.tar.gz"]);
});

test("after a restart, no backup is made before it is due, and stopping takes no time", async () => {
  using schedule = new Schedule();
  await schedule.run(1);
  schedule.nowMs = noonMs + 1_000;
  const running = startBackupSchedule({
    isScheduled: () => true,
    directory: schedule.directory,
    everyMs: hourMs,
    keepMax: 3,
    backUp: () => Promise.reject(new Error("not due")),
    now: () => schedule.nowMs,
    onDone: (file) => schedule.done.push(file),
    onFailure: (error) => schedule.failures.push(error),
  });
  await Bun.sleep(5);
  await running.stop();
  expect(schedule.done).toEqual(at(0));
  expect(schedule.failures).toEqual([]);
});

test("stopping aborts a running backup, and removes its files", async () => {
  using schedule = new Schedule();
  const started = Promise.withResolvers<void>();
  const running = startBackupSchedule({
    isScheduled: () => true,
    directory: schedule.directory,
    everyMs: hourMs,
    keepMax: 3,
    backUp: (file, signal) => {
      mkdirSync(`${file}.partial`);
      started.resolve();
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error("killed")));
      });
    },
    now: () => noonMs,
    onDone: (file) => schedule.done.push(file),
    onFailure: (error) => schedule.failures.push(error),
  });
  await started.promise;
  await running.stop();
  expect(schedule.names()).toEqual([]);
  expect([schedule.done, schedule.failures]).toEqual([[], []]);
});

test("a missing directory is reported, and backups continue when it exists again", async () => {
  using schedule = new Schedule();
  let isThere = true;
  await schedule.run(3, {
    everyMs: 1,
    backUp: async (file) => {
      rmSync(schedule.directory, { recursive: true });
      isThere = false;
      throw new Error(`no place for ${basename(file)}`);
    },
    onFailure: (error) => {
      schedule.failures.push(error);
      if (!isThere && schedule.failures.length === 2) {
        mkdirSync(schedule.directory);
      }
      schedule.settle();
    },
  });
  expect(schedule.failures.map(String)).toEqual([
    `Error: no place for ${at(0)}`,
    expect.stringContaining("ENOENT"),
    `Error: no place for ${at(2)}`,
  ]);
});

test("a path that cannot be a directory is refused at the start", async () => {
  using schedule = new Schedule();
  writeFileSync(schedule.directory, "");
  await expect(schedule.run(1)).rejects.toBeInstanceOf(StorageError);
});
