import { test } from "bun:test";
import { expectChangedInOneStep } from "./bulk-of-many.ts";

test("5,000 features are changed while others read, and deleted and restored in one step", () =>
  expectChangedInOneStep(5_000));
