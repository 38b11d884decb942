/**
 * Why a command may change a protected environment: by a token that the policy names, an approved
 * request or rollout, by closing gates, or without approval.
 */
export type Permit =
  | { readonly kind: "direct"; readonly tokenId: number }
  | { readonly kind: "request"; readonly requestId: number }
  | { readonly kind: "rollout"; readonly rolloutId: number }
  | { readonly kind: "turn_off" | "bypass" };
