import { expect, test } from "bun:test";
import { ConfigError } from "../../src/config/config-error.ts";
import { loadConfig } from "../helpers/load-config.ts";

test.each([
  [[], {}, undefined],
  [["--demo"], {}, { choosesPort: true }],
  [["--demo", "--port", "8080"], {}, { choosesPort: false }],
  [[], { GATEHOUSE_DEMO: "on", GATEHOUSE_PORT: "80" }, { choosesPort: false }],
  [["--demo"], { GATEHOUSE_DATABASE: "", GATEHOUSE_NO_UI: "off" }, { choosesPort: true }],
  [[], { GATEHOUSE_DEMO: "off", GATEHOUSE_DATA: "x" }, undefined],
  [["--mode", "mountable"], { GATEHOUSE_DEMO: "on", GATEHOUSE_DATA: "x" }, undefined],
])("%j with %j is a demo: %j", (argv, environment, expected) => {
  expect(loadConfig(argv, environment).demo).toEqual(expected);
});

const url = "postgres://db.example/x";
const atLoopback = "--demo listens on a loopback address only";

test.each([
  [["--data", "x"], {}, "--demo and --data contradict each other"],
  [[], { GATEHOUSE_DATA: "./data" }, "--demo and GATEHOUSE_DATA contradict each other"],
  [["--database", url], {}, "--demo and --database contradict each other"],
  [[], { GATEHOUSE_DATABASE: url }, "--demo and GATEHOUSE_DATABASE contradict each other"],
  [["--database-file", "x"], {}, "--demo and --database-file contradict each other"],
  [["--backup-directory", "x"], {}, "--demo and --backup-directory contradict each other"],
  [
    [],
    { GATEHOUSE_AUDIT_CHECKPOINT_FILE: "x" },
    "--demo and GATEHOUSE_AUDIT_CHECKPOINT_FILE contradict each other",
  ],
  [["--public-url", "https://x.example"], {}, "--demo and --public-url contradict each other"],
  [["--tls-cert", "x", "--tls-key", "x"], {}, "--demo and --tls-cert contradict each other"],
  [["--no-ui"], {}, "--demo and --no-ui contradict each other"],
  [["--host", "0.0.0.0"], {}, `${atLoopback}, and --host names another one`],
  [[], { GATEHOUSE_HOST: "192.0.2.1" }, `${atLoopback}, and GATEHOUSE_HOST names another one`],
  [["--mode", "mountable"], {}, "--demo works in hosted mode only, and this is mountable mode"],
])("--demo with %j and %j is refused", (argv, environment, reason) => {
  expect(() => loadConfig(["--demo", ...argv], environment)).toThrow(new ConfigError(reason));
});
