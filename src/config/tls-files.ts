import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { quoted } from "./quoted.ts";

type TlsFiles = NonNullable<Config["tls"]>;

const certificateBlock =
  /-----BEGIN [A-Z0-9 ]*CERTIFICATE-----.*?-----END [A-Z0-9 ]*CERTIFICATE-----/gs;

/**
 * Whether a server can speak TLS with the two files, whose own errors would name neither. Throws a
 * `ConfigError` that names the flag and the file.
 */
export async function checkTlsFiles({ certificateFile, keyFile }: TlsFiles): Promise<void> {
  const certificate = firstCertificate(certificateFile, await readFile(certificateFile, "utf8"));
  const key = privateKey(keyFile, await readFile(keyFile, "utf8"));
  if (!certificate.checkPrivateKey(key)) {
    throw new ConfigError(
      "--tls-key names a key that does not belong to the certificate of --tls-cert: " +
        `${quoted(keyFile)}, ${quoted(certificateFile)}`,
    );
  }
}

/** The server's own; those of the authorities that signed it may follow, and are looked at too. */
function firstCertificate(path: string, text: string): X509Certificate {
  const read = (pem: string) =>
    readPem("--tls-cert", "certificate", path, () => new X509Certificate(pem));
  for (const block of text.match(certificateBlock) ?? []) {
    read(block);
  }
  return read(text);
}

function privateKey(path: string, text: string): KeyObject {
  return readPem("--tls-key", "private key without a passphrase", path, () =>
    createPrivateKey(text),
  );
}

function readPem<Value>(flag: string, what: string, path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(`${flag} names a file that is no PEM ${what}, ${quoted(path)}`, {
      cause: error,
    });
  }
}
