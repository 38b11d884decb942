import { GatehouseError, type Refusal } from "../../../src/errors.ts";

/** What a call is refused as; "none" if it returns. Anything else it throws is passed on. */
export function refusalOf(call: () => unknown): Refusal | "none" {
  try {
    call();
  } catch (error) {
    return named(error);
  }
  return "none";
}

export async function refusalOfPromise(promise: Promise<unknown>): Promise<Refusal | "none"> {
  try {
    await promise;
  } catch (error) {
    return named(error);
  }
  return "none";
}

function named(error: unknown): Refusal {
  if (error instanceof GatehouseError) {
    return error.refusal;
  }
  throw error;
}
