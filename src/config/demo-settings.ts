import { switchOption } from "./option.ts";

export const demoSettings = {
  demo: switchOption({
    flag: "demo",
    variable: "GATEHOUSE_DEMO",
    mode: "hosted",
    description:
      "Shows example data in a temporary directory, which the server deletes when it stops. Prints a " +
      "link that signs in. Uses another port if 8080 is in use and no port is given.",
  }),
};
