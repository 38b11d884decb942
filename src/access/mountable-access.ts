import { timingSafeEqual } from "node:crypto";
import { GatehouseError } from "../errors.ts";
import type { State } from "../state/state.ts";
import { type Access, ignore, type OnCaller } from "./access.ts";
import type { Caller } from "./caller.ts";

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/**
 * Mountable deployment: everyone works as the owner on the first project's Production, behind HTTP
 * Basic authentication if there are credentials (DESIGN.md section 6).
 */
export function mountableAccess(
  state: () => State,
  credentials: Credentials | undefined,
  onCaller: OnCaller = ignore,
): Access {
  const expected = credentials === undefined ? null : digest(basicHeader(credentials));
  const admit = (request: Request): Caller => {
    if (expected !== null && !isSame(expected, request.headers.get("authorization"))) {
      throw new GatehouseError("credentials_invalid");
    }
    const owner = ownerOf(state());
    onCaller(owner);
    return owner;
  };
  return { reader: admit, writer: admit, remover: admit };
}

/** Who acts where nobody logs in: in process, and over the mountable API. */
export function ownerOf(state: State): Caller {
  const environment = state.productions.first();
  const owner = state.users.first();
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

function basicHeader({ user, password }: Credentials): string {
  return `Basic ${Buffer.from(`${user}:${password}`, "utf8").toString("base64")}`;
}

/** Compared as digests: equal lengths, and the time tells nothing. */
function isSame(expected: Uint8Array, header: string | null): boolean {
  return header !== null && timingSafeEqual(expected, digest(header));
}

function digest(text: string): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(text).digest();
}
