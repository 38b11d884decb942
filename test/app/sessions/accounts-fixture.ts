import { expect } from "bun:test";
import { firstStart } from "../../../src/app/commands/first-start.ts";
import { inviteMember } from "../../../src/app/commands/invite-member.ts";
import { issueSignInLink } from "../../../src/app/commands/sign-in-link-commands.ts";
import { type Accounts, createAccounts } from "../../../src/app/sessions/accounts.ts";
import type { SignedIn } from "../../../src/app/sessions/sessions.ts";
import { LocalWriter } from "../../../src/app/writer/local-writer.ts";
import type { Writer } from "../../../src/app/writer/writer.ts";
import { GatehouseError, type Refusal } from "../../../src/core/errors.ts";
import { firstOrganization } from "../../../src/core/model/first-organization.ts";
import { firstOwner } from "../../../src/core/model/first-owner.ts";
import type { Role } from "../../../src/core/model/role.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { rehearsingWriter } from "../../helpers/rehearsing-writer.ts";

export const goodPassword = "violet harbour 42 lantern";
export const otherPassword = "copper meadow 17 whistle";
export const facts = { address: "192.0.2.1", userAgent: "Browser/1.0" } as const;

export interface AccountsFixture extends Accounts {
  readonly writer: Writer;
  /** Milliseconds since the epoch; a test moves it. */
  readonly clock: { now: number };
  /** The codes of used links. */
  readonly usedCodes: readonly string[];
  /** The code of a new link of the first owner. */
  ownerCode(): Promise<string>;
  /** Adds a member and sets the password. */
  signUp(email: string, role: Role, password?: string): Promise<SignedIn>;
}

/** The accounts of new data in memory; every command runs twice, as the writer may repeat one. */
export async function startAccounts(): Promise<AccountsFixture> {
  const clock = { now: Date.UTC(2026, 0, 1) };
  const now = () => clock.now;
  const faults: unknown[] = [];
  const writer = rehearsingWriter(
    new LocalWriter({
      ...(await openSqliteStorage(":memory:")),
      now,
      onFailure: (error) => void faults.push(error),
    }),
  );
  await writer.submit(firstStart);
  const usedCodes: string[] = [];
  const accounts = createAccounts({
    writer,
    now,
    nowMs: now,
    onLinkUsed: (code) => void usedCodes.push(code),
  });
  const ownerCode = async () => {
    const issued = await writer.submit((draft) => issueSignInLink(draft, firstOwner(draft.state)));
    return issued.code;
  };
  return {
    ...accounts,
    writer,
    clock,
    usedCodes,
    ownerCode,
    async signUp(email, role, password = goodPassword) {
      const { issued } = await writer.submit((draft) =>
        inviteMember(draft, firstOrganization(draft.state), { email, name: undefined, role }),
      );
      return accounts.links.use(issued?.code ?? "", { password }, facts);
    },
  };
}

/** Expects that work is refused with that code; resolves to the refusal. */
export async function expectRefusal(
  work: Promise<unknown>,
  code: Refusal,
): Promise<GatehouseError> {
  const error = await work.then(
    (answer) => ({ answer }),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof GatehouseError)) {
    return expect.unreachable(`not refused: ${Bun.inspect(error)}`);
  }
  expect(error.refusal).toBe(code);
  return error;
}
