import { timingSafeEqual } from "node:crypto";
import type { Map as ImmutableMap } from "immutable";
import { GatehouseError } from "../../errors.ts";
import type { Caller } from "../../model/caller.ts";
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
  const owners = new KnownOwner();
  const admit = (request: Request): Caller => {
    if (expected !== null && !isSame(expected, credentialsOf(request))) {
      throw new GatehouseError("credentials_invalid");
    }
    const owner = owners.of(state());
    onCaller(owner);
    return owner;
  };
  return { reader: admit, writer: admit, remover: admit };
}

/** Finds the owner once for each state, as every request acts as the owner. */
class KnownOwner {
  #state: State | undefined;
  #owner: Caller | undefined;

  of(state: State): Caller {
    if (this.#owner === undefined || this.#state !== state) {
      this.#owner = ownerOf(state);
      this.#state = state;
    }
    return this.#owner;
  }
}

/**
 * Who acts where nobody logs in, in process and over the mountable API: the owner who has been
 * known for longest, on the Production of the oldest project.
 */
export function ownerOf(state: State): Caller {
  const environment = oldest(state.productions);
  const owner = oldest(state.users);
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

function oldest<Value>(byId: ImmutableMap<number, Value>): Value | undefined {
  const id = byId.keySeq().min();
  return id === undefined ? undefined : byId.get(id);
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
