import { deliveryCountBounds } from "../../api/admin/contract/delivery-models.ts";
import { overlapBounds } from "../../api/admin/contract/webhook-models.ts";
import {
  listOption,
  mandatoryOption,
  optionalOption,
  optionWithDefault,
} from "../../config/option.ts";
import { parseDuration, parseInteger, parseOneOf } from "../../config/value-parsers.ts";
import { webhookEventTypes, webhookKinds } from "../../core/model/webhook.ts";
import { textOption } from "./common-options.ts";
import { parseLine } from "./name-parsers.ts";

/** Parses the id of a webhook, or the number of an event. */
export const parseWebhookId = parseInteger(1, Number.MAX_SAFE_INTEGER);

/** The options of the commands of webhooks. */
export const webhookOptions = {
  environmentOption: mandatoryOption({
    flag: "environment",
    placeholder: "SLUG",
    description: "The slug of the environment whose changes the webhook sends; required.",
    completion: "environments",
    parse: (value) => ({ value }),
  }),
  onlyEnvironment: textOption({
    flag: "environment",
    placeholder: "SLUG",
    description: "Lists the webhooks of this environment only.",
    completion: "environments",
  }),
  url: mandatoryOption({
    flag: "url",
    placeholder: "URL",
    description:
      "The URL of the webhook endpoint, https unless --webhook-allow has its network; required.",
    parse: (value) => ({ value }),
  }),
  kind: optionWithDefault({
    flag: "kind",
    placeholder: "KIND",
    fallback: "events",
    description:
      "events: Standard Webhooks; sync: for a Flipper application, which then fetches all features.",
    parse: parseOneOf(...webhookKinds),
  }),
  events: listOption({
    flag: "event",
    placeholder: "EVENT",
    description: `Sends only this event; may be repeated. One of ${webhookEventTypes.join(", ")}.`,
    parse: parseOneOf(...webhookEventTypes),
  }),
  keys: optionalOption({
    flag: "keys",
    placeholder: "PATTERN",
    description:
      'Sends only changes of features with a matching key; * matches any text, as in "checkout*".',
    parse: parseLine,
  }),
  name: optionalOption({
    flag: "name",
    placeholder: "NAME",
    description: "The name in lists; the host of the URL unless given.",
    parse: parseLine,
  }),
  overlap: optionalOption({
    flag: "overlap",
    placeholder: "TIME",
    description:
      "How long the earlier secret stays valid, such as 1h; 24h unless given, 0m to end it immediately.",
    parse: parseDuration("0m", `${overlapBounds.maximum / 86_400_000}d`),
  }),
  limit: optionalOption({
    flag: "limit",
    placeholder: "COUNT",
    description: "How many of the latest deliveries to show; 50 unless given.",
    parse: parseInteger(deliveryCountBounds.minimum, deliveryCountBounds.maximum),
  }),
  event: optionalOption({
    flag: "event",
    placeholder: "EVENT",
    description:
      "The number of the one event to send again, as gatehouse webhook deliveries shows it.",
    parse: parseWebhookId,
  }),
  from: optionalOption({
    flag: "from",
    placeholder: "EVENT",
    description: "The number of the first event to send again.",
    parse: parseWebhookId,
  }),
  to: optionalOption({
    flag: "to",
    placeholder: "EVENT",
    description: "The number of the last event to send again; the latest unless given.",
    parse: parseWebhookId,
  }),
};
