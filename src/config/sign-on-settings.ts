import { isLoopback } from "../core/network/loopback.ts";
import type { Arguments } from "./arguments.ts";
import { ConfigError } from "./config-error.ts";
import { optionalOption, optionWithDefault, switchOption } from "./option.ts";
import { parseFilePath, parseUrl, type ValueParser } from "./value-parsers.ts";

const nameForm = /^[\x21-\x7e]{1,255}$/;

const parseName: ValueParser<string> = (text) =>
  nameForm.test(text)
    ? { value: text }
    : { reason: "must be 1 to 255 printable ASCII characters without spaces" };

/** The settings of the provider with which people sign in (docs/governance.md#sign-on). */
export const signOnSettings = {
  oidcIssuer: optionalOption({
    flag: "oidc-issuer",
    variable: "GATEHOUSE_OIDC_ISSUER",
    placeholder: "URL",
    mode: "hosted",
    description:
      "The OpenID Connect provider with which people sign in; https, unless it is on this machine. " +
      "Needs --oidc-client-id, --oidc-client-secret-file and --public-url.",
    parse: parseUrl,
  }),
  oidcClientId: optionalOption({
    flag: "oidc-client-id",
    variable: "GATEHOUSE_OIDC_CLIENT_ID",
    placeholder: "ID",
    mode: "hosted",
    description: "The id of this server at the provider.",
    parse: parseName,
  }),
  oidcClientSecretFile: optionalOption({
    flag: "oidc-client-secret-file",
    variable: "GATEHOUSE_OIDC_CLIENT_SECRET_FILE",
    placeholder: "FILE",
    mode: "hosted",
    description: "The file that holds the secret of this server at the provider.",
    completion: "files",
    parse: parseFilePath,
  }),
  oidcGroupsClaim: optionWithDefault({
    flag: "oidc-groups-claim",
    variable: "GATEHOUSE_OIDC_GROUPS_CLAIM",
    placeholder: "CLAIM",
    fallback: "groups",
    mode: "hosted",
    description: "The claim in which the provider sends the groups of a person.",
    parse: parseName,
  }),
  ssoOnly: switchOption({
    flag: "sso-only",
    variable: "GATEHOUSE_SSO_ONLY",
    mode: "hosted",
    description:
      "Lets people sign in only with the provider; at most two owners with emergency access also with " +
      "a password. Needs --oidc-issuer.",
  }),
};

export interface SignOnConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecretFile: string;
  readonly groupsClaim: string;
  /** Whether passwords, passkeys and links are for owners with emergency access alone. */
  readonly isOnly: boolean;
}

/** The provider from the arguments; undefined without one. Throws a ConfigError. */
export function signOnConfigOf(
  given: Arguments,
  publicUrl: string | undefined,
): SignOnConfig | undefined {
  const issuer = given.valueOf(signOnSettings.oidcIssuer);
  const clientId = given.valueOf(signOnSettings.oidcClientId);
  const clientSecretFile = given.valueOf(signOnSettings.oidcClientSecretFile);
  const isOnly = given.valueOf(signOnSettings.ssoOnly);
  if (issuer === undefined) {
    if (clientId !== undefined || clientSecretFile !== undefined || isOnly) {
      throw new ConfigError(
        "--oidc-client-id, --oidc-client-secret-file and --sso-only need --oidc-issuer",
      );
    }
    return undefined;
  }
  if (clientId === undefined || clientSecretFile === undefined || publicUrl === undefined) {
    throw new ConfigError(
      "--oidc-issuer needs --oidc-client-id, --oidc-client-secret-file and --public-url",
    );
  }
  const { protocol, hostname } = new URL(issuer);
  if (protocol !== "https:" && !isLoopback(hostname.replaceAll(/[[\]]/g, ""))) {
    throw new ConfigError(
      "--oidc-issuer must be an https URL: plain http is for this machine only",
    );
  }
  const groupsClaim = given.valueOf(signOnSettings.oidcGroupsClaim);
  return { issuer, clientId, clientSecretFile, groupsClaim, isOnly };
}
