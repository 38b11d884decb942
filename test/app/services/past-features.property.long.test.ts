import { describe } from "bun:test";
import { runsOf } from "../../helpers/runs.ts";
import { pastFeaturesContract } from "./past-features-contract.ts";
import { storageKinds } from "./service-fixture.ts";

describe.each(storageKinds)("%s", (_name, open) => {
  pastFeaturesContract(open, runsOf(5));
});
