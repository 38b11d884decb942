import { expect, test } from "bun:test";
import { GatehouseError } from "../../src/core/errors.ts";
import {
  directoryKey,
  keySourceOf,
  memoryKey,
  sharedKey,
} from "../../src/webhooks/secrets/key-source.ts";
import { SecretVault } from "../../src/webhooks/secrets/secret-vault.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const text = Buffer.alloc(32, 7).toString("base64");

test("servers with the same key open each other's secrets, from the variable or a file", async () => {
  using directory = new TemporaryDirectory();
  const file = `${directory.path}/key`;
  await Bun.write(file, `${text}\n`);
  const sealed = new SecretVault(sharedKey({ text })).seal("whsec");
  expect(sealed).not.toContain("whsec");
  expect(new SecretVault(keySourceOf("/nowhere", { key: { file } })).open(sealed)).toBe("whsec");
  const other = Buffer.alloc(32, 8).toString("base64");
  expect(new SecretVault(sharedKey({ text: other })).open(sealed)).toBeUndefined();
});

test("without a key a shared database keeps no secret, and makes no file", () => {
  const vault = new SecretVault(keySourceOf("/nowhere", { key: undefined }));
  expect(vault.open("AAAA")).toBeUndefined();
  expect(() => vault.seal("whsec")).toThrow(GatehouseError);
  expect(() => vault.seal("whsec")).toThrow("see --key-file");
});

test("a missing file or one without a key is refused", async () => {
  using directory = new TemporaryDirectory();
  const file = `${directory.path}/key`;
  expect(() => sharedKey({ file }).orNew()).toThrow("see --key-file");
  await Bun.write(file, "c2hvcnQ=\n");
  expect(() => sharedKey({ file }).existing()).toThrow("holds no key");
});

test("a data directory keeps the key of its first secret, and data in memory has one of its own", () => {
  using directory = new TemporaryDirectory();
  expect(directoryKey(directory.path).existing()).toBeUndefined();
  const sealed = new SecretVault(keySourceOf(directory.path, undefined)).seal("a");
  expect(new SecretVault(directoryKey(directory.path)).open(sealed)).toBe("a");
  expect(new SecretVault(memoryKey()).open(sealed)).toBeUndefined();
});
