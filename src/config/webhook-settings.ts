import { listOption } from "./option.ts";
import { parseNetwork } from "./parse-network.ts";

/** The settings for webhooks. */
export const webhookSettings = {
  webhookAllow: listOption({
    flag: "webhook-allow",
    variable: "GATEHOUSE_WEBHOOK_ALLOW",
    placeholder: "NETWORK",
    description:
      "An address or network, such as 10.0.0.0/8, in which receivers of webhooks may be although it " +
      "is not public; plain http is allowed there too.",
    parse: parseNetwork,
  }),
};
