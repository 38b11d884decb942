import { type FlipperRefusal, flipperCodeOf, flipperRefusals } from "../../../core/errors.ts";

interface RefusalVariant {
  readonly refusal: FlipperRefusal;
  /** The general description. */
  readonly text: string;
  /** The message of its example. */
  readonly message: string;
}

/** Reasons of a refusal that some operations document instead of the usual one. */
const variants = {
  json_required: {
    refusal: "media_type_unsupported",
    text: "The body must be JSON",
    message: 'The body must be JSON, in UTF-8, not "application/x-www-form-urlencoded"',
  },
  too_many_groups: {
    refusal: "parameter_invalid",
    text: "The gate has too many groups",
    message: "A gate can have at most 1000 groups",
  },
  too_many_names: {
    refusal: "parameter_invalid",
    text: "A list has too many names",
    message: "keys holds more than 10000 names",
  },
  check_too_large: {
    refusal: "parameter_invalid",
    text: "A value is invalid, or there are too many results",
    message: "1000 actors and 200 features have more than 100000 results",
  },
  days_invalid: {
    refusal: "parameter_invalid",
    text: "`days` is not a positive integer",
    message: "days must be an integer from 1",
  },
  submission_invalid: {
    refusal: "parameter_invalid",
    text: "A value is invalid",
    message: "enabled_metrics[0].value must be an integer from 0 to 9007199254740991",
  },
  outcomes_invalid: {
    refusal: "parameter_invalid",
    text: "A value is invalid",
    message: "outcomes[0].errors must be an integer from 0 to 9007199254740991",
  },
  submission_too_large: {
    refusal: "parameter_invalid",
    text: "The submission is too large",
    message: "A submission has at most 262144 bytes as gzip and 1048576 expanded",
  },
  library_host_not_allowed: {
    refusal: "host_not_allowed",
    text: "The server does not answer requests for this host name",
    message: "The server does not answer requests for this host name; see the option allowedHosts",
  },
} as const satisfies Record<string, RefusalVariant>;

/** A refusal, or one of its reasons with a separate description. */
export type DocumentedRefusal = FlipperRefusal | keyof typeof variants;

/** Example messages that are clearer than the default message of the refusal. */
const exampleMessages: Partial<Record<FlipperRefusal, string>> = {
  change_request_required:
    '"Production" is protected: this change needs an approved change request',
  expression_invalid: "At the root: Any takes at least 1 argument, not 0",
  feature_retired:
    'The feature "search" was deleted and its key is retired: nothing may use it until it is freed',
  headers_too_large: "The request headers are larger than 131072 bytes",
  import_invalid: "Import invalid: it needs an object named features",
  internal: "Internal error, request 5f0c7a52-8d0b-4d8a-9a8e-3c6f5f1f2b1d",
  media_type_unsupported: 'The body must be JSON or form-encoded, in UTF-8, not "text/plain"',
  parameter_invalid: "page must be an integer from 1 to 1000000000",
  quota_exceeded: "The quota features_per_project is 100000; with this change 100001 would be used",
  request_invalid: "Request invalid: the JSON body must be an object",
  uri_too_long: "The URL is longer than 131072 characters",
};

/** The documentation of a refusal. */
interface RefusalText {
  readonly refusal: FlipperRefusal;
  readonly code: string | number;
  readonly text: string;
  /** The message of its example. */
  readonly message: string;
}

/** Returns the description of a refusal, with the message of its example. */
export function refusalText(name: DocumentedRefusal): RefusalText {
  if (isVariant(name)) {
    return { code: flipperCodeOf(variants[name].refusal), ...variants[name] };
  }
  const text = flipperRefusals[name];
  return {
    refusal: name,
    code: flipperCodeOf(name),
    text,
    message: exampleMessages[name] ?? text,
  };
}

/** The refusals of routes of the API, in the order of their list. */
export function flipperRefusalNames(): readonly FlipperRefusal[] {
  return Object.keys(flipperRefusals) as FlipperRefusal[];
}

export function documentedRefusalNames(): readonly DocumentedRefusal[] {
  return [...flipperRefusalNames(), ...(Object.keys(variants) as (keyof typeof variants)[])].sort();
}

function isVariant(name: DocumentedRefusal): name is keyof typeof variants {
  return Object.hasOwn(variants, name);
}
