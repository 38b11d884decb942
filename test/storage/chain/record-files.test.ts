import { afterAll, expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseCheckpoint } from "../../../src/core/model/checkpoint.ts";
import { sha256 } from "../../../src/core/secrets/sha256.ts";
import { signingKeyId } from "../../../src/core/secrets/signing.ts";
import { backUp } from "../../../src/storage/backup/back-up.ts";
import { verifyExport } from "../../../src/storage/chain/verify-export.ts";
import { verifyFile } from "../../../src/storage/chain/verify-file.ts";
import { isVerified, type VerifyReport } from "../../../src/storage/chain/verify-report.ts";
import { StorageError } from "../../../src/storage/storage-error.ts";
import { memoryKey } from "../../../src/webhooks/secrets/key-source.ts";
import { SecretVault } from "../../../src/webhooks/secrets/secret-vault.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { withValueAt } from "../../helpers/replaced-value.ts";
import { fillRecorded, openRecorded, recordAudits } from "./recorded-directory.ts";

const directory = new TemporaryDirectory();
const data = join(directory.path, "data");
const signed = await fillRecorded(data);
const temporaryDirectories: TemporaryDirectory[] = [];
afterAll(() => {
  for (const each of [directory, ...temporaryDirectories]) {
    each[Symbol.dispose]();
  }
});

function verified(path: string, options: Parameters<typeof verifyFile>[2] = {}) {
  const temporary = new TemporaryDirectory();
  temporaryDirectories.push(temporary);
  return verifyFile(path, temporary.path, options);
}

async function exported(): Promise<readonly string[]> {
  const services = await openRecorded(data);
  const lines: string[] = [];
  for await (const text of services.proofs()) {
    lines.push(...text.split("\n").filter((line) => line !== ""));
  }
  await services.close();
  return lines;
}

function written(lines: readonly string[]): string {
  const file = join(directory.path, "export.jsonl");
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

test("a directory is verified without writing to it, also while a server uses it", async () => {
  const before = readdirSync(data);
  expect(isVerified(await verified(data, { outside: signed }))).toBe(true);
  expect(readdirSync(data)).toEqual(before);
  const services = await openRecorded(data);
  await recordAudits(services, 1, 3);
  const report = await verified(data);
  expect(isVerified(report)).toBe(true);
  expect(report.chains[1]?.records).toBe(27);
  await services.close();
});

test("a checkpoint without its text is verified by its digest", async () => {
  const anchors = signed.map(({ number, text }) => {
    const { at, acts } = parseCheckpoint(text) ?? expect.unreachable();
    return { number, at, acts, sha256: sha256(text) };
  });
  const report = await verified(data, { outside: anchors });
  expect(report).toMatchObject({ checkpoints: 4, problems: [] });
  const problems = async (changes: object) =>
    (await verified(data, { outside: anchors.map((each) => ({ ...each, ...changes })) })).problems;
  expect(await problems({ sha256: sha256("") })).toEqual([
    "outside checkpoint 1: the record has another one",
    "outside checkpoint 2: the record has another one",
  ]);
  expect(await problems({ number: 9 })).toEqual(["outside checkpoint 9: the record has none"]);
});

test("a backup is verified", async () => {
  const file = join(directory.path, "backup.tar.gz");
  await backUp({ dataDirectory: data, file, version: "1", now: Date.now });
  expect(isVerified(await verified(file, { outside: signed }))).toBe(true);
});

test("an export is verified, and each line that is changed, dropped or swapped is found", async () => {
  const lines = await exported();
  expect(isVerified(await verified(written(lines), { outside: signed }))).toBe(true);
  const audits = lines.filter((line) => line.startsWith('{"type":"audit"'));
  for (const line of [audits[3], audits.at(-1), lines.find((each) => each.includes("group.add"))]) {
    const at = lines.indexOf(line ?? "");
    const changes = [
      lines.with(at, (line ?? "").replace(/"(value|at)":"?\w/, '"$1":"9')),
      lines.toSpliced(at, 1),
      lines.toSpliced(at, 0, line ?? ""),
      lines.slice(0, at),
    ];
    for (const changed of changes) {
      expect(isVerified(await verified(written(changed)))).toBe(false);
    }
  }
});

test("a rotated key is confirmed by the key before it, and a lost one is not", async () => {
  const services = await openRecorded(data);
  const { checkpoints } = services;
  const [first] = (await checkpoints?.keys()) ?? [];
  const second = await checkpoints?.rotate(() => undefined);
  await checkpoints?.sign();
  await services.close();
  const pinned = { pinnedKey: first?.publicKey ?? "" };
  const report = await verified(data, pinned);
  expect(report.problems).toEqual([]);
  expect(report.keys).toEqual([first?.id ?? "", second?.id ?? ""]);
  const withoutKey = await openRecorded(data, new SecretVault(memoryKey()));
  await recordAudits(withoutKey, 1, 1);
  await withoutKey.checkpoints?.sign();
  await withoutKey.close();
  const lost = await verified(data);
  expect(isVerified(lost)).toBe(true);
  expect(lost.warnings.join()).toContain("no earlier key confirms it");
  expect((await verified(data, pinned)).problems.join()).toContain(
    "another key than the given one",
  );
  expect(signingKeyId(first?.publicKey ?? "")).toBe(first?.id ?? "");
});

const unexpectedValues = [null, 1.5, "x", [], {}, { toString: 1, valueOf: 1 }];

interface ExportedLine {
  readonly type: string;
  readonly value: { readonly body?: string } | null;
}

test("an export with an unexpected value anywhere is refused, or has problems", async () => {
  const lines = (await exported()).map((line): ExportedLine => JSON.parse(line));
  const kindOf = ({ type, value }: ExportedLine) =>
    value?.body === undefined ? type : JSON.parse(value.body).kind;
  const ofEachKind = [...Map.groupBy(lines, kindOf).values()].map(([first]) => first);
  for (const line of ofEachKind) {
    for (const changed of changesOf(line)) {
      await expectNoCrash(lines.map((each) => (each === line ? changed : each)));
    }
    const { body } = line?.value ?? {};
    for (const changed of body === undefined ? [] : changesOf(JSON.parse(body))) {
      const value = { ...line?.value, body: JSON.stringify(changed) };
      const changedLines = lines.map((each) => (each === line ? { ...line, value } : each));
      const report = await expectNoCrash(changedLines);
      expect(report !== undefined && isVerified(report)).toBe(value.body === body);
    }
  }
});

test.each([
  { kind: "audits.removed", details: {}, environment: 1, head: null },
  { kind: "environment.deleted", details: {}, environment: 1, head: { sequence: "1" } },
  { kind: "installation.restored", details: { acts: { sequence: { toString: 1, valueOf: 1 } } } },
  {
    kind: "checkpoint.signed",
    details: {
      ...{ number: 1, key: "k", signature: "s" },
      text: '["gatehouse-checkpoint-1",1,1,"x",[0,""],[null]]',
    },
  },
])("an act with unexpected values is a problem of the export", async (body) => {
  const lines = (await exported()).map((line): ExportedLine => JSON.parse(line));
  const index = lines.findIndex(({ type }) => type === "act");
  const value = { ...lines[index]?.value, body: JSON.stringify(body) };
  const report = await expectNoCrash(lines.with(index, { type: "act", value }));
  expect(report && isVerified(report)).toBe(false);
});

/** Copies of a document, each with an unexpected value at another position. */
function* changesOf(document: unknown): Generator<unknown, void> {
  for (const value of unexpectedValues) {
    for (let position = 0; ; position++) {
      const changed = withValueAt(document, position, value);
      if (changed === undefined) {
        break;
      }
      yield changed;
    }
  }
}

/** Undefined if the export is refused. */
async function expectNoCrash(lines: readonly unknown[]): Promise<VerifyReport | undefined> {
  async function* texts() {
    for (const line of lines) {
      yield JSON.stringify(line);
    }
  }
  try {
    return await verifyExport(texts());
  } catch (error) {
    expect(error).toBeInstanceOf(StorageError);
    return undefined;
  }
}
