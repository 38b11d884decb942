import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { quote } from "../core/text/quote.ts";
import type { TlsFiles } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { readSettingFile } from "./read-setting-file.ts";

/** The contents of the two files, in PEM format. */
export interface TlsTexts {
  readonly cert: string;
  readonly key: string;
}

const certificateBlock =
  /-----BEGIN [A-Z0-9 ]*CERTIFICATE-----.*?-----END [A-Z0-9 ]*CERTIFICATE-----/gs;

/**
 * Reads the certificate and the key, and checks that they belong together. Rejects with a
 * `ConfigError` that names the flag and the file: errors of the TLS library name neither.
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
 * Returns the server's certificate, which is the first in the file. Throws if it, or a certificate
 * of an authority after it, cannot be parsed.
 */
function firstCertificate(path: string, text: string): X509Certificate {
  const parse = (pem: string) =>
    parsePem("--tls-cert", "PEM certificate", path, () => new X509Certificate(pem));
  for (const block of text.match(certificateBlock) ?? []) {
    parse(block);
  }
  return parse(text);
}

function privateKey(path: string, text: string): KeyObject {
  return parsePem("--tls-key", "unencrypted PEM private key", path, () => createPrivateKey(text));
}

function parsePem<Value>(flag: string, what: string, path: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    throw new ConfigError(`${flag} names a file that holds no ${what}, ${quote(path)}`, {
      cause: error,
    });
  }
}
