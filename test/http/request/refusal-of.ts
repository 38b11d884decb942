import { GatehouseError, type Refusal } from "../../../src/core/errors.ts";

/** Returns the refusal that a call throws; "none" if it returns. Rethrows other errors. */
export function refusalOf(call: () => unknown): Refusal | "none" {
  try {
    call();
  } catch (error) {
    return refusalIn(error);
  }
  return "none";
}

export async function refusalOfPromise(promise: Promise<unknown>): Promise<Refusal | "none"> {
  try {
    await promise;
  } catch (error) {
    return refusalIn(error);
  }
  return "none";
}

function refusalIn(error: unknown): Refusal {
  if (error instanceof GatehouseError) {
    return error.refusal;
  }
  throw error;
}
