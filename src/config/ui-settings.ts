import { optionWithDefault, switchOption } from "./option.ts";
import { parseOneOf } from "./value-parsers.ts";

/** The settings for the web UI, and for assistants. */
export const uiSettings = {
  noUi: switchOption({
    flag: "no-ui",
    variable: "GATEHOUSE_NO_UI",
    description: "Serves no web UI.",
  }),
  readOnlyUi: switchOption({
    flag: "read-only-ui",
    variable: "GATEHOUSE_READ_ONLY_UI",
    description: "Lets nobody change anything in the web UI.",
  }),
  openUi: switchOption({
    flag: "open-ui",
    variable: "GATEHOUSE_OPEN_UI",
    mode: "mountable",
    description:
      "Lets everyone who can reach the web UI change everything in it. Without it, and without " +
      "--basic-auth, the UI is read-only unless the server listens on a loopback address.",
  }),
  mcp: optionWithDefault({
    flag: "mcp",
    variable: "GATEHOUSE_MCP",
    placeholder: "off|on|writes",
    fallback: "off",
    mode: "hosted",
    description:
      "Whether assistants can use /mcp with a token: on lets them read and plan changes; writes also " +
      "lets them change what their token allows.",
    parse: parseOneOf("off", "on", "writes"),
  }),
};
