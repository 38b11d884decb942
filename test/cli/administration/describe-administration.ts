import { afterAll, beforeAll, describe, expect } from "bun:test";
import { AdministrationError } from "../../../src/cli/administration/administration-error.ts";
import { type Administer, type Administered, targets } from "./administration-targets.ts";

/**
 * Runs the same tests with both ways in which an operation is done; the tests of each way share a
 * data directory.
 */
export function describeAdministration(
  what: string,
  tests: (administer: Administer, directory: () => string) => void,
): void {
  describe.each(targets.map((target) => [target.name, target] as const))(
    `${what}, on %s`,
    (_, target) => {
      let administered: Administered | undefined;
      const present = () => {
        if (administered === undefined) {
          throw new Error("nothing was started");
        }
        return administered;
      };
      beforeAll(async () => {
        administered = await target.start();
      });
      afterAll(() => present().stop());
      tests(
        (name, input) => present().administer(name, input),
        () => present().directory,
      );
    },
  );
}

/**
 * Expects that a rule refuses the work, with this reason. Does not use Bun's `rejects`, which
 * delays sockets by up to a second.
 */
export async function expectRefused(work: Promise<unknown>, reason: string): Promise<void> {
  const error = await work.then(
    (output) => ({ output }),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AdministrationError);
  expect(error).toHaveProperty("message", reason);
}

export const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
