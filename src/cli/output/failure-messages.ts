import { proxyText } from "../../http/client/http-proxy.ts";
import { AdministrationError } from "../administration/administration-error.ts";
import { ApiRefusal, ApiUnreachable, UnknownAnswer } from "../api-client/api-failure.ts";

/** A command that the user stopped, or that found nothing to work on. One line, exit code 1. */
export class CommandRefusal extends Error {
  override readonly name = "CommandRefusal";
}

/** A server that a command calls over HTTP. */
export interface RemoteServer {
  readonly url: string;
  readonly hasToken: boolean;
  readonly hasPersonalToken: boolean;
}

/** Remedies for refusals, by code (docs/api.md#errors). */
const registerFirst =
  "; register it first: with gatehouse group add, or in mountable mode with --group of serve";
const remedies: ReadonlyMap<ApiRefusal["code"], string> = new Map<ApiRefusal["code"], string>([
  [2, registerFirst],
  ["group_not_registered", registerFirst],
  ["token_read_only", "; use a token with --access read_and_write"],
  ["token_evaluate_only", "; use a token with --access read_only or read_and_write"],
  ["plan_upgrade_required", "; gatehouse limits set changes it"],
  ["change_request_required", "; --request opens one"],
  ["still_evaluated", "; --force deletes it anyway"],
  ["role_required", ": the scope of a personal token and the member's role decide"],
]);
const unauthorized = 401;
const adminRoutes = "/admin/v1/";
const expressionPath = /^\/features\/[^/]+\/expression$/;
const telemetryPaths =
  /^\/(?:telemetry|admin\/v1\/environments\/[^/]+\/(?:evaluations|unknown-keys))/;

/**
 * One line with the reason of a failure and the remedy. Undefined for other errors: a fault, or an
 * error that is already described.
 */
export function failureMessage(error: unknown, server: RemoteServer | null) {
  if (error instanceof ApiRefusal) {
    // An answer without a code may come from a proxy.
    const proxy = server === null || error.code !== null ? undefined : proxyText(server.url);
    return (
      refusalWords(error, server) +
      (proxy === undefined ? "" : `; the request went through ${proxy}`)
    );
  }
  const isDescribed =
    error instanceof AdministrationError ||
    error instanceof ApiUnreachable ||
    error instanceof UnknownAnswer ||
    error instanceof CommandRefusal;
  return isDescribed ? error.message : undefined;
}

function refusalWords(refusal: ApiRefusal, server: RemoteServer | null): string {
  const { status, code, message } = refusal;
  const url = server?.url;
  // Without a token, the server takes a request with a change for a web page's.
  if (url !== undefined && (status === unauthorized || code === "not_own_page")) {
    return server?.hasPersonalToken === true && code === "token_invalid"
      ? `${url} does not accept the personal token: it is unknown, revoked or expired; create another ` +
          "one in the web UI"
      : unauthorizedWords(url, code, server?.hasToken === true);
  }
  if (code === "route_not_found" && telemetryPaths.test(refusal.path)) {
    return "there is no telemetry: a server in mountable mode counts no evaluations";
  }
  if (url === undefined && code === "route_not_found") {
    return "the data of a server in mountable mode has nothing of this kind";
  }
  if (refusal.isRedirect) {
    return message;
  }
  if (url !== undefined && refusal.isRouteMissing && expressionPath.test(refusal.path)) {
    return (
      `${url} takes no expressions over HTTP, as it runs in mountable mode; change them in its data ` +
      "directory, with --data"
    );
  }
  if (url !== undefined && refusal.isRouteMissing && refusal.path.startsWith(adminRoutes)) {
    return (
      `${url} lacks a route for this command: it is in mountable mode, a replica, an older Gatehouse ` +
      "server, or another program"
    );
  }
  if (url !== undefined && refusal.isRouteMissing) {
    return (
      `there is no Flipper API at ${url}; on a Gatehouse server it ends in /adapter, or in ` +
      "/flipper/api in mountable mode"
    );
  }
  return `${message}${remedies.get(code) ?? ""}`;
}

function unauthorizedWords(url: string, code: ApiRefusal["code"], hasToken: boolean): string {
  if (code === "credentials_invalid") {
    return `${url} needs the USER:PASSWORD of its --basic-auth, in GATEHOUSE_BASIC_AUTH`;
  }
  return hasToken
    ? `${url} does not accept the token: it is unknown, revoked or expired; gatehouse token create ` +
        "creates another one on the server's machine"
    : `${url} needs a token, in GATEHOUSE_TOKEN; create a personal token in the web UI; for commands ` +
        "on features, gatehouse token create also creates one on the server's machine";
}
