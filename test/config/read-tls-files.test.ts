import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkReadableFiles } from "../../src/config/check-readable-files.ts";
import { ConfigError } from "../../src/config/config-error.ts";
import { loadConfig } from "../helpers/load-config.ts";

let directory = "";
const at = (name: string) => join(directory, name);
const text = (name: string) => Bun.file(at(name)).text();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "gatehouse-tls-"));
  for (const [name, kind] of [
    ["one", ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]],
    ["other", ["rsa:2048"]],
  ] as const) {
    openssl("req", "-x509", "-nodes", "-subj", "/CN=toggles.example", "-newkey", ...kind, [
      ["-keyout", `${name}.key`],
      ["-out", `${name}.crt`],
    ]);
  }
  openssl("ec", "-aes128", "-passout", "pass:secret", [
    ["-in", "one.key"],
    ["-out", "locked.key"],
  ]);
  const broken = (label: string) => `-----BEGIN ${label}-----\nMIIB\n-----END ${label}-----\n`;
  await Bun.write(at("no.pem"), "PEM");
  await Bun.write(at("empty.pem"), "");
  await Bun.write(at("broken.crt"), broken("CERTIFICATE"));
  await Bun.write(at("broken.key"), broken("PRIVATE KEY"));
  await Bun.write(at("chain.crt"), (await text("one.crt")) + (await text("other.crt")));
  await Bun.write(at("cut.crt"), (await text("one.crt")) + broken("CERTIFICATE"));
  await Bun.write(at("both.pem"), (await text("one.key")) + (await text("one.crt")));
  await Bun.write(
    at("windows.crt"),
    `subject=x\r\n${(await text("one.crt")).replaceAll("\n", "\r\n")}`,
  );
});
afterAll(() => rm(directory, { recursive: true }));

function openssl(...args: (string | [flag: string, file: string][])[]): void {
  const words = args.flatMap((arg) =>
    typeof arg === "string" ? [arg] : arg.flatMap(([flag, file]) => [flag, at(file)]),
  );
  expect(Bun.spawnSync(["openssl", ...words]).exitCode).toBe(0);
}

function check(certificate: string, key: string): Promise<void> {
  return checkReadableFiles(loadConfig(["--tls-cert", at(certificate), "--tls-key", at(key)], {}));
}

const noCertificate = "--tls-cert names a file that holds no PEM certificate, ";
const noKey = "--tls-key names a file that holds no unencrypted PEM private key, ";

/**
 * A pair of files, the start of the message that refuses it, and the file in the message; null for
 * a valid pair.
 */
const pairs: [certificate: string, key: string, refusal: [string, string] | null][] = [
  ["one.crt", "one.key", null],
  ["other.crt", "other.key", null],
  ["chain.crt", "one.key", null],
  ["both.pem", "both.pem", null],
  ["windows.crt", "one.key", null],
  ["no.pem", "one.key", [noCertificate, "no.pem"]],
  ["empty.pem", "one.key", [noCertificate, "empty.pem"]],
  ["one.key", "one.crt", [noCertificate, "one.key"]],
  ["broken.crt", "one.key", [noCertificate, "broken.crt"]],
  ["cut.crt", "one.key", [noCertificate, "cut.crt"]],
  ["one.crt", "no.pem", [noKey, "no.pem"]],
  ["one.crt", "empty.pem", [noKey, "empty.pem"]],
  ["one.crt", "one.crt", [noKey, "one.crt"]],
  ["one.crt", "broken.key", [noKey, "broken.key"]],
  ["one.crt", "locked.key", [noKey, "locked.key"]],
];

test.each(pairs)(
  "%s with %s is accepted or refused, as a server does",
  async (certificate, key, refusal) => {
    const tls = { cert: await text(certificate), key: await text(key) };
    const serve = () =>
      Bun.serve({ hostname: "127.0.0.1", port: 0, tls, fetch: () => new Response() });
    if (refusal === null) {
      await check(certificate, key);
      await serve().stop(true);
    } else {
      const [reason, file] = refusal;
      const message = `${reason}${JSON.stringify(at(file))}`;
      await expect(check(certificate, key)).rejects.toThrow(new ConfigError(message));
      expect(serve).toThrow();
    }
  },
);

test.each([
  ["one.crt", "other.key"],
  ["other.crt", "one.key"],
])("%s does not belong to %s", async (certificate, key) => {
  await expect(check(certificate, key)).rejects.toThrow(
    new ConfigError(
      "--tls-key names a key that does not belong to the certificate of --tls-cert: " +
        `${JSON.stringify(at(key))}, ${JSON.stringify(at(certificate))}`,
    ),
  );
});
