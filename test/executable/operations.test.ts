import { operationsContract } from "../contract/operations-contract.ts";

operationsContract({
  name: "the executable",
  argv: [process.env.TESTED_PROGRAM ?? "TESTED_PROGRAM is not set"],
});
