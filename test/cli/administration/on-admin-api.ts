import { expect } from "bun:test";
import { ApiRefusal } from "../../../src/cli/api-client/api-failure.ts";
import { AdminClient } from "../../../src/cli/targets/admin-client.ts";
import { connectAt } from "./connect-targets.ts";

interface Target {
  /** A slug; Production unless given. */
  readonly environment?: string;
  /** A name; the first project unless given. */
  readonly project?: string;
}

/** Calls the Admin API of a data directory, with or without a running server, as a command does. */
export async function onAdminApi<Answer>(
  directory: string,
  work: (admin: AdminClient) => Promise<Answer>,
): Promise<Answer> {
  const { send, release } = connectAt(directory);
  try {
    return await work(new AdminClient(send));
  } finally {
    await release();
  }
}

/** Resolves to how many features were imported. */
export function importInto(directory: string, text: string, place: Target = {}): Promise<number> {
  return onAdminApi(directory, async (admin) => {
    const input = { params: paramsOf(place), query: { ...queryOf(place), preview: "0" } };
    const route = "POST /environments/:environment/import";
    const { created, changed, unchanged } = await admin.callWithText(route, input, text);
    return created + changed + unchanged;
  });
}

export function exportFrom(directory: string, place: Target = {}): Promise<string> {
  const input = { params: paramsOf(place), query: queryOf(place) };
  return onAdminApi(directory, (admin) =>
    admin.text("GET /environments/:environment/export", input),
  );
}

/** Expects that the API refuses the work, with this reason. */
export async function expectApiRefused(work: Promise<unknown>, reason: string): Promise<void> {
  const error = await work.then(
    (output) => ({ output }),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiRefusal);
  expect(error).toHaveProperty("message", reason);
}

function paramsOf({ environment = "-" }: Target) {
  return { environment };
}

function queryOf({ project }: Target) {
  return project === undefined ? {} : { project };
}
