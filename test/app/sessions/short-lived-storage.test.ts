import { LocalShortLivedStorage } from "../../../src/app/sessions/local-short-lived-storage.ts";
import { shortLivedContract } from "../../contract/short-lived-contract.ts";

shortLivedContract("in the memory of a process", async () => {
  let nowMs = 0;
  const storage = new LocalShortLivedStorage(() => nowMs);
  return {
    open: async () => storage,
    async pass(ms) {
      nowMs += ms;
    },
    async [Symbol.asyncDispose]() {
      // The garbage collector frees the memory.
    },
  };
});
