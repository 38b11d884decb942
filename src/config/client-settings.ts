import { type Option, optionalOption } from "./option.ts";
import { parseApiUrl } from "./parse-api-url.ts";

const url = {
  variable: "GATEHOUSE_URL",
  placeholder: "URL",
  emptyIsUnset: true,
  // The value may contain a password, which is refused, but must not be shown.
  secret: true,
  parse: parseApiUrl,
} as const;

/**
 * The server that receives the requests of commands for features (docs/cli.md#a-server). The
 * secrets are variables only, because other users of the computer can read flags.
 */
export const clientSettings = {
  url: optionalOption({
    ...url,
    flag: "url",
    description:
      "The address of a server, or of its API, to use instead of a data directory; the token is " +
      "read from GATEHOUSE_TOKEN.",
  }),
  /** For a command whose own `--url` means something else. */
  urlVariable: optionalOption({
    ...url,
    description:
      "The address of a server, or of its API, to use instead of a data directory; --url is the " +
      "receiver's here.",
  }),
  token: secret("GATEHOUSE_TOKEN", "The token that is sent with --url."),
  toToken: secret(
    "GATEHOUSE_TO_TOKEN",
    "The token of the second environment, with --url: a token belongs to one environment.",
  ),
  basicAuth: secret(
    "GATEHOUSE_BASIC_AUTH",
    "USER:PASSWORD, sent with --url to a server in mountable mode that has --basic-auth.",
  ),
};

/** A variable that is checked only when it is sent. */
function secret(variable: string, description: string): Option<string | undefined> {
  return optionalOption({
    variable,
    secret: true,
    emptyIsUnset: true,
    description,
    parse: (value) => ({ value }),
  });
}
