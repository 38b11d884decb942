import { call } from "../api/call.ts";
import { pageFacts } from "../api/page-facts.ts";
import { storeInTab, takeFromTab } from "../parts/stored-text.ts";

const storageKey = "gatehouse-sign-on-return";

/** Leaves for the provider of the sign-in. The provider sends the browser back to `/sign-in`. */
export async function goToProvider(purpose: "sign_in" | "again" | "link"): Promise<void> {
  const { url } =
    purpose === "link"
      ? await call("POST /account/identities", { body: {} })
      : await call("POST /sign-in/oidc", { body: { again: purpose === "again" } });
  const { pathname, search } = window.location;
  const isSignIn = pathname === `${pageFacts.base}/sign-in`;
  storeInTab(storageKey, isSignIn ? "" : pathname + search);
  window.location.assign(url);
}

/** Loads the page on which the person was before. */
export function leaveToPageBefore(): void {
  const kept = takeFromTab(storageKey) ?? "";
  const home = `${pageFacts.base}/`;
  window.location.replace(kept.startsWith(home) && !kept.startsWith("//") ? kept : home);
}
