import { afterAll, beforeAll, spyOn } from "bun:test";

const { hash, verify } = Bun.password;
const cheap = { algorithm: "argon2id", memoryCost: 8, timeCost: 1 } as const;
const cheapStart = "$argon2id$v=19$m=8,";

/**
 * Makes hashes of passwords cheap in a file of tests that signs in often. Another hash is of the
 * program itself, for accounts that do not exist, and no password has it.
 */
export function cheapPasswords(): void {
  const replaced: Disposable[] = [];
  beforeAll(() => {
    replaced.push(
      spyOn(Bun.password, "hash").mockImplementation((password) => hash(password, cheap)),
      spyOn(Bun.password, "verify").mockImplementation(async (password, of) =>
        String(of).startsWith(cheapStart) ? verify(password, of) : false,
      ),
    );
  });
  afterAll(() => {
    for (const each of replaced) {
      each[Symbol.dispose]();
    }
  });
}
