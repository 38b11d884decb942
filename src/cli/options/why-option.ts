import type { Arguments } from "../../config/arguments.ts";
import { ConfigError } from "../../config/config-error.ts";
import { listOption, type Option, optionalOption, switchOption } from "../../config/option.ts";
import { reasonForm, reasonIn } from "../../core/model/reason.ts";
import { linkForm, linkIn, linksMax } from "../../core/model/reason-links.ts";

function parseReason(text: string) {
  const value = reasonIn(text);
  return value === undefined ? { reason: `must have ${reasonForm}` } : { value };
}

export const whyOption = optionalOption({
  flag: "why",
  placeholder: "TEXT",
  description: "Why you make the change, for audits and webhooks.",
  parse: parseReason,
});

const linkOption = listOption({
  flag: "link",
  placeholder: "URL",
  description: `An address with more about the reason, such as an issue; at most ${linksMax}.`,
  parse(text) {
    const value = linkIn(text);
    return value === undefined ? { reason: `must be ${linkForm}` } : { value };
  },
});

export const requestOption = switchOption({
  flag: "request",
  description:
    "Opens a change request if the environment is protected, and ends with the exit code 4.",
});

const bypassOption = optionalOption({
  flag: "bypass",
  placeholder: "REASON",
  description:
    "Changes a protected environment without approval, for a reason of at least 10 characters. " +
    "Everyone sees it.",
  parse: parseReason,
});

const pauseRolloutOption = switchOption({
  flag: "pause-rollout",
  description: "Pauses the rollout of the feature, which refuses other changes of its gates.",
});

/** The options of commands that give the reason of a change. */
export const whyOptions: readonly Option<unknown>[] = [whyOption, linkOption];

/** The options of commands that change what a policy may protect. */
export const protectedOptions: readonly Option<unknown>[] = [
  ...whyOptions,
  requestOption,
  bypassOption,
];

/** As `protectedOptions`, for gates. */
export const changeOptions: readonly Option<unknown>[] = [...protectedOptions, pauseRolloutOption];

/** What a change says of itself, in a body of the Admin API. */
export interface Why {
  readonly reason?: string;
  readonly links?: readonly string[];
  readonly request?: true;
  readonly bypass?: true;
  readonly pause_rollout?: true;
}

/** Throws a ConfigError for options that contradict each other, and for links without a reason. */
export function whyIn(given: Arguments): Why {
  const why = given.valueOf(whyOption);
  const bypass = given.knows(bypassOption) ? given.valueOf(bypassOption) : undefined;
  const isRequest = given.knows(requestOption) && given.valueOf(requestOption);
  if (bypass !== undefined && (isRequest || why !== undefined)) {
    throw new ConfigError("--bypass cannot be combined with --request and --why");
  }
  const pausesRollout = given.knows(pauseRolloutOption) && given.valueOf(pauseRolloutOption);
  const reason = bypass ?? why;
  const links = given.valueOf(linkOption);
  if (links.length > linksMax) {
    throw new ConfigError(`--link can be given at most ${linksMax} times`);
  }
  if (reason === undefined && links.length > 0) {
    throw new ConfigError("--link needs --why");
  }
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(links.length === 0 ? {} : { links }),
    ...(isRequest ? { request: true } : {}),
    ...(bypass === undefined ? {} : { bypass: true }),
    ...(pausesRollout ? { pause_rollout: true } : {}),
  };
}

/** The same in a query. */
export function whyQuery({ request, bypass, pause_rollout: pauses, links, ...why }: Why) {
  return {
    ...why,
    ...(links === undefined ? {} : { links: JSON.stringify(links) }),
    ...(request === true ? ({ request: "true" } as const) : {}),
    ...(bypass === true ? ({ bypass: "true" } as const) : {}),
    ...(pauses === true ? ({ pause_rollout: "true" } as const) : {}),
  };
}
