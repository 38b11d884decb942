import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkReadableFiles } from "../../src/config/check-readable-files.ts";
import { ConfigError } from "../../src/config/config-error.ts";
import { loadConfig } from "../helpers/load-config.ts";

let directory = "";
let pem = "";

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "gatehouse-config-"));
  pem = join(directory, "some.pem");
  await writeFile(pem, "PEM");
});

afterAll(() => rm(directory, { recursive: true }));

function check(certificate: string, key: string): Promise<void> {
  return checkReadableFiles(loadConfig(["--tls-cert", certificate, "--tls-key", key], {}));
}

test("a configuration without files passes", async () => {
  await checkReadableFiles(loadConfig([], {}));
});

test("a missing file and a directory are refused with the flag's name", async () => {
  const missing = join(directory, "missing.pem");
  await expect(check(missing, pem)).rejects.toThrow(
    new ConfigError(
      `--tls-cert names a file that cannot be read, "${missing}": no such file or directory`,
    ),
  );
  await expect(check(pem, directory)).rejects.toThrow(
    new ConfigError(`--tls-key names a file that cannot be read, "${directory}": it is not a file`),
  );
});
