import { timingSafeEqual } from "node:crypto";
import { GatehouseError } from "../../errors.ts";
import { memoizeLatest } from "../../memo/memoize-latest.ts";
import type { Caller } from "../../model/caller.ts";
import type { Environment } from "../../model/environment.ts";
import { findFirstOwner } from "../../model/first-owner.ts";
import type { State } from "../../model/state.ts";
import type { Credentials } from "../../secrets/credentials.ts";
import { type Access, ignore, type OnCaller } from "./access.ts";

const basicHeader = /^basic +(.+)$/i;

/**
 * Mountable deployment: everyone works as the owner on the first project's Production, behind HTTP
 * Basic authentication if there are credentials (DESIGN.md section 6).
 */
export function mountableAccess(
  state: () => State,
  credentials: Credentials | undefined,
  onCaller: OnCaller = ignore,
): Access {
  const expected = credentials === undefined ? null : digest(encoded(credentials));
  const callerOf = memoizeLatest(mountableCaller);
  const admit = (request: Request): Caller => {
    if (expected !== null && !isSame(expected, credentialsOf(request))) {
      throw new GatehouseError("credentials_invalid");
    }
    const caller = callerOf(state());
    onCaller(caller);
    return caller;
  };
  return { reader: admit, writer: admit, deleter: admit };
}

/**
 * The caller of every request of the mountable API, and in process: the first owner, on the
 * Production of the oldest project (docs/decisions.md#mountable-owner).
 */
export function mountableCaller(state: State): Caller {
  const environment = oldestProduction(state);
  const owner = findFirstOwner(state);
  if (environment === undefined || owner === undefined) {
    throw new GatehouseError("unavailable", "The data directory is not set up yet");
  }
  return {
    environment,
    actor: { type: "User", id: String(owner.id) },
    userId: owner.id,
    token: null,
  };
}

function oldestProduction({ productions }: State): Environment | undefined {
  const projectId = productions.keySeq().min();
  return projectId === undefined ? undefined : productions.get(projectId);
}

function encoded({ user, password }: Credentials): string {
  return Buffer.from(`${user}:${password}`, "utf8").toString("base64");
}

/** What follows the scheme, whose letter case says nothing (RFC 9110); null without the scheme. */
function credentialsOf(request: Request): string | null {
  return basicHeader.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;
}

/** Compared as digests: equal lengths, and the time tells nothing. */
function isSame(expected: Uint8Array, credentials: string | null): boolean {
  return credentials !== null && timingSafeEqual(expected, digest(credentials));
}

function digest(text: string): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(text).digest();
}
