import { operationsContract } from "../contract/operations-contract.ts";

operationsContract({
  name: "the executable",
  argv: [process.env.GATEHOUSE_EXECUTABLE ?? "GATEHOUSE_EXECUTABLE is not set"],
});
