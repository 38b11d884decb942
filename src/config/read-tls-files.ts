import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { quote } from "../core/text/quote.ts";
import type { TlsFiles } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { readSettingFile } from "./read-setting-file.ts";

/** PEM texts. */
export interface TlsTexts {
  readonly cert: string;
  readonly key: string;
}

const certificateBlock =
  /-----BEGIN [A-Z0-9 ]*CERTIFICATE-----.*?-----END [A-Z0-9 ]*CERTIFICATE-----/gs;

/**
 * Reads the two files and checks that a server can use them for TLS. Throws a `ConfigError` that
 * names the flag and the file, which the errors of the TLS library do not.
 */
export async function readTlsFiles({ certificateFile, keyFile }: TlsFiles): Promise<TlsTexts> {
  const texts = {
    cert: await readSettingFile("--tls-cert", certificateFile),
    key: await readSettingFile("--tls-key", keyFile),
  };
  const certificate = firstCertificate(certificateFile, texts.cert);
  if (!certificate.checkPrivateKey(privateKey(keyFile, texts.key))) {
    throw new ConfigError(
      "--tls-key names a key that does not belong to the certificate of --tls-cert: " +
        `${quote(keyFile)}, ${quote(certificateFile)}`,
    );
  }
  return texts;
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
