import type { SignOnProvider } from "../../app/sessions/sign-on-provider.ts";
import type { Config } from "../../config/config.ts";
import { ConfigError } from "../../config/config-error.ts";
import { readSettingFile } from "../../config/read-setting-file.ts";
import type { Log } from "../../http/log/log.ts";
import { OpenIdProvider } from "./openid-provider.ts";

interface ServedProviderOptions {
  readonly config: Config;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * The provider of the settings; undefined without one. Reads the secret, and sends nothing. Throws a
 * ConfigError that does not show the secret.
 */
export async function servedProvider({
  config: { signOn },
  log,
  now,
}: ServedProviderOptions): Promise<SignOnProvider | undefined> {
  if (signOn === undefined) {
    return undefined;
  }
  const { issuer, clientId, groupsClaim, clientSecretFile } = signOn;
  const text = await readSettingFile("--oidc-client-secret-file", clientSecretFile);
  const clientSecret = text.trim();
  if (clientSecret === "") {
    throw new ConfigError("--oidc-client-secret-file names an empty file");
  }
  return new OpenIdProvider({
    ...{ issuer, clientId, clientSecret, groupsClaim, now },
    onFailure: (reason) => log.warn("sign-on", { reason }),
  });
}
