import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { quote } from "./quote.ts";

type TlsFiles = NonNullable<Config["tls"]>;

const certificateBlock =
  /-----BEGIN [A-Z0-9 ]*CERTIFICATE-----.*?-----END [A-Z0-9 ]*CERTIFICATE-----/gs;

/**
 * Checks that a server can use the two files for TLS. Throws a `ConfigError` that names the flag
 * and the file, which the errors of the TLS library do not.
 */
export async function checkTlsFiles({ certificateFile, keyFile }: TlsFiles): Promise<void> {
  const certificate = firstCertificate(certificateFile, await readFile(certificateFile, "utf8"));
  const key = privateKey(keyFile, await readFile(keyFile, "utf8"));
  if (!certificate.checkPrivateKey(key)) {
    throw new ConfigError(
      "--tls-key names a key that does not belong to the certificate of --tls-cert: " +
        `${quote(keyFile)}, ${quote(certificateFile)}`,
    );
  }
}

/**
 * Reads the server's certificate, which comes first, and checks the certificates of authorities
 * after it.
 */
function firstCertificate(path: string, text: string): X509Certificate {
  const read = (pem: string) =>
    readPem("--tls-cert", "PEM certificate", path, () => new X509Certificate(pem));
  for (const block of text.match(certificateBlock) ?? []) {
    read(block);
  }
  return read(text);
}

function privateKey(path: string, text: string): KeyObject {
  return readPem("--tls-key", "unencrypted PEM private key", path, () => createPrivateKey(text));
}

function readPem<Value>(flag: string, what: string, path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(`${flag} names a file that holds no ${what}, ${quote(path)}`, {
      cause: error,
    });
  }
}
