import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { SealedBytes } from "../../src/core/secrets/sealed-bytes.ts";
import {
  openSealedCommit,
  type SealedCommit,
  sealedCommitOf,
  sealedText,
} from "../../src/storage/postgres/sealed-commit.ts";
import type { LoggedCommit } from "../../src/storage/shared-storage.ts";

const secret = "a key of the tests";
const before = {
  position: 6,
  batchId: "11111111-1111-4111-8111-111111111111",
  epoch: "22222222-2222-4222-8222-222222222222",
};
const commit: LoggedCommit = {
  position: 7,
  batchId: "33333333-3333-4333-8333-333333333333",
  format: 1,
  changes: '[{"kind":"feature.saved","key":"a secret feature"}]',
};

function sealed(of: LoggedCommit = commit): SealedCommit {
  const read = sealedCommitOf(sealedText(secret, of, before) ?? "");
  if (read === null) {
    throw new Error("It was not sealed");
  }
  return read;
}

test("a commit in a notification can be read by those who have the key and the commit before", () => {
  expect(openSealedCommit(secret, sealed(), before)).toEqual(commit);
  const compressed = Bun.deflateSync(Buffer.from(commit.changes), { level: 1 });
  expect(Buffer.from(sealed().sealed, "base64").includes(compressed)).toBe(false);
  // Equal commits do not look equal.
  expect(sealed().sealed).not.toBe(sealed().sealed);
});

test("any changes are read as they were", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 1_000 }), (changes) => {
      expect(openSealedCommit(secret, sealed({ ...commit, changes }), before)?.changes).toBe(
        changes,
      );
    }),
  );
});

const other = "44444444-4444-4444-8444-444444444444";

test.each([
  ["another position", { position: 8 }],
  ["another batch", { batchId: other }],
  ["another form", { format: 2 }],
  ["nothing sealed", { sealed: "" }],
  ["too little sealed", { sealed: "AAAA" }],
  ["what was not sealed", { sealed: "A".repeat(80) }],
])("a notification with %s is not believed", (_, altered) => {
  expect(openSealedCommit(secret, { ...sealed(), ...altered }, before)).toBeNull();
});

test("what another version sealed in another way is not believed", () => {
  const seals = new SealedBytes(`${secret} ${commit.batchId}`);
  const signed = [before.epoch, before.batchId, 7, commit.batchId, 1].join(" ");
  const longer = Bun.deflateSync(Buffer.from("a".repeat(1_000_000)));
  for (const content of [Buffer.from("no deflate"), longer]) {
    const text = seals.seal(content, signed).toString("base64");
    expect(openSealedCommit(secret, { ...sealed(), sealed: text }, before)).toBeNull();
  }
});

test("a notification of which one character was altered is not believed", () => {
  const whole = sealed();
  for (let index = 0; index < whole.sealed.length; index++) {
    const character = whole.sealed[index] === "A" ? "B" : "A";
    const text = whole.sealed.slice(0, index) + character + whole.sealed.slice(index + 1);
    // The last characters of base64 have bits without a meaning.
    const isSame = Buffer.from(text, "base64").equals(Buffer.from(whole.sealed, "base64"));
    const opened = openSealedCommit(secret, { ...whole, sealed: text }, before);
    expect(opened).toEqual(isSame ? commit : null);
  }
});

test.each([
  ["another key", "another key", before],
  ["another batch before it", secret, { ...before, batchId: other }],
  ["a restored database", secret, { ...before, epoch: other }],
])("who has %s does not believe it", (_, theirs, place) => {
  expect(openSealedCommit(theirs, sealed(), place)).toBeNull();
});

describe("changes that do not fit", () => {
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(6_000))).toString("base64");

  test.each([
    ["long ones", "a".repeat(131_073)],
    ["those that cannot be compressed", random],
  ])("%s are in no notification", (_, changes) => {
    expect(sealedText(secret, { ...commit, changes }, before)).toBeNull();
  });

  test("what is sent is shorter than PostgreSQL allows", () => {
    for (let length = 1_000; length < random.length; length += 100) {
      const text = sealedText(secret, { ...commit, changes: random.slice(0, length) }, before);
      expect(text?.length ?? 0).toBeLessThan(8_000);
    }
  });
});

test.each([
  "",
  "7",
  "NaN",
  "seven 33333333-3333-4333-8333-333333333333 1 AAAA",
  "-7 33333333-3333-4333-8333-333333333333 1 AAAA",
  "7 33333333 1 AAAA",
  "7 33333333-3333-4333-8333-333333333333 AAAA",
  "7 33333333-3333-4333-8333-333333333333 1 ",
  "7 33333333-3333-4333-8333-333333333333 1 AAAA AAAA",
  "7 33333333-3333-4333-8333-333333333333 1 'AAAA'",
])("%p tells of no commit", (text) => {
  expect(sealedCommitOf(text)).toBeNull();
});
