import type { Network } from "../../core/network/network.ts";

/** Networks of targets that are allowed although they are not public, from `--webhook-allow`. */
export type AllowedNetworks = readonly Network[];

/** The network access of targets. Tests replace parts of it. */
export interface TargetNetwork {
  /** The addresses of a host name, in the order of preference. Rejects if there are none. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** The most time of a check, and of a request with its check and its response. */
  readonly checkMs: number;
  readonly requestMs: number;
  /** PEM certificates to trust instead of the well-known authorities. */
  readonly authorities?: string;
}

export type TargetCheck = { readonly ok: true } | { readonly ok: false; readonly reason: string };

export interface TargetRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for a GET; otherwise the request is a POST. */
  readonly body: string | null;
  readonly allowed: AllowedNetworks;
  /** Ends the request early; the outcome is then `failed`. */
  readonly signal?: AbortSignal;
}

export type TargetAnswer =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: Headers;
      /** The first 64 KiB of the response. */
      readonly body: string;
    }
  | { readonly kind: "failed"; readonly reason: string };
