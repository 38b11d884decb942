import { timingSafeEqual } from "node:crypto";
import { GatehouseError } from "../../../core/errors.ts";
import { memoizeLatest } from "../../../core/memo/memoize-latest.ts";
import type { Caller } from "../../../core/model/caller.ts";
import type { Environment } from "../../../core/model/environment.ts";
import { findFirstOwner } from "../../../core/model/first-owner.ts";
import type { State } from "../../../core/model/state.ts";
import type { Credentials } from "../../../core/secrets/credentials.ts";
import { type Access, ignoreCaller, type OnCaller } from "./access.ts";

const basicHeader = /^basic +(.+)$/i;

/**
 * Access of the mountable deployment: every request acts as the first owner on Production of the
 * oldest project (docs/decisions.md#mountable-owner). Configured credentials are required, with HTTP
 * Basic authentication.
 */
export function mountableAccess(
  state: () => State,
  credentials: Credentials | undefined,
  onCaller: OnCaller = ignoreCaller,
): Access {
  const isRight = credentials === undefined ? () => true : credentialsCheck(credentials);
  const callerOf = memoizeLatest(mountableCaller);
  const known = (): Caller => {
    const caller = callerOf(state());
    onCaller(caller);
    return caller;
  };
  const admit = (request: Request): Caller => {
    if (!isRight(request)) {
      throw new GatehouseError("credentials_invalid");
    }
    return known();
  };
  return {
    evaluator: admit,
    holder: known,
    // Credentials do not change while the process runs.
    stillAdmits: () => true,
    reader: admit,
    writer: admit,
    deleter: admit,
  };
}

/** Whether a request has the credentials; the time reveals nothing about them. */
export function credentialsCheck(credentials: Credentials): (request: Request) => boolean {
  const expected = digest(encodeBasic(credentials));
  return (request) => isSame(expected, credentialsOf(request));
}

/**
 * Returns the caller of every request of the mountable API and of `enabled` in process. It is the
 * first owner, on Production of the oldest project. Throws `unavailable` until the first start has
 * finished.
 */
export function mountableCaller(state: State): Caller {
  const environment = oldestProduction(state);
  const owner = findFirstOwner(state);
  if (environment === undefined || owner === undefined) {
    throw new GatehouseError("unavailable", { message: "The data directory is not set up yet" });
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

function encodeBasic({ user, password }: Credentials): string {
  return Buffer.from(`${user}:${password}`, "utf8").toString("base64");
}

/** Returns the text after the scheme, whose letter case is ignored (RFC 9110); null without it. */
function credentialsOf(request: Request): string | null {
  return basicHeader.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;
}

/** Compares digests, which have equal lengths, so that the time reveals nothing. */
function isSame(expected: Uint8Array, credentials: string | null): boolean {
  return credentials !== null && timingSafeEqual(expected, digest(credentials));
}

function digest(text: string): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(text).digest();
}
