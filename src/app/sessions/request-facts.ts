import { printable } from "../../core/text/printable.ts";
import type { SessionOrigin } from "../commands/session-commands.ts";

/** The facts that a sign-in stores of its request. */
export interface RequestFacts {
  /** The client's address; empty if unknown. */
  readonly address: string;
  /** The header `User-Agent`; empty without one. */
  readonly userAgent: string;
  /** The browser's entry of earlier sign-ins (`rememberedBrowser`); missing without any. */
  readonly knownBrowser?: string | undefined;
  /** The valid session whose user is verified again: its attempts are counted separately. */
  readonly sessionId?: string | undefined;
}

const addressLengthMax = 64;
const userAgentLengthMax = 200;

/** The facts in their stored form: short and printable. */
export function sessionOrigin({ address, userAgent }: RequestFacts): SessionOrigin {
  return {
    address: printable(address.slice(0, addressLengthMax)),
    userAgent: printable(userAgent.slice(0, userAgentLengthMax)),
  };
}
