import { proxyText } from "./http-proxy.ts";

/** What people can do about an error of a connection, by its code. */
const problems: Readonly<Record<string, string>> = {
  ConnectionRefused: "nothing listens there; is the server running?",
  ECONNREFUSED: "nothing listens there; is the server running?",
  ENOTFOUND: "no host has this name",
  FailedToOpenSocket: "no host has this name, or the network does not reach it",
  ConnectionClosed: "the connection was closed before an answer came",
  ECONNRESET: "the connection was closed before an answer came",
  TimeoutError: "no answer came in time",
  ABORT_ERR: "no answer came in time",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host name",
  CERT_HAS_EXPIRED: "its certificate has expired",
  UnexpectedRedirect: "it redirects, and redirects are not followed",
  EPROTO: "it does not speak TLS there; is it an http URL?",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS there; is it an http URL?",
};

/** The same codes where a proxy was asked. */
const proxyProblems: Readonly<Record<string, string>> = {
  ConnectionRefused: "nothing listens at the proxy's address",
  ECONNREFUSED: "nothing listens at the proxy's address",
  ENOTFOUND: "no host has the name of the proxy",
  FailedToOpenSocket: "no host has the name of the proxy, or the network does not reach it",
  ERR_PROXY_TUNNEL: "the proxy refuses",
};

const untrustedCertificates: ReadonlySet<string> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** That a URL cannot be reached, by which proxy it was asked, why, and what helps. */
export function unreachableMessage(url: string, error: unknown): string {
  const proxy = proxyText(url);
  return proxy === undefined
    ? `${url} cannot be reached: ${connectionProblem(error)}`
    : `${url} cannot be reached through ${proxy}: ` +
        (proxyProblems[codeOf(error)] ?? connectionProblem(error));
}

/** Why no answer came, and what helps. */
export function connectionProblem(error: unknown): string {
  const code = codeOf(error);
  if (untrustedCertificates.has(code)) {
    return (
      "this machine does not trust its certificate; name the file of the certificate's authority " +
      "in NODE_EXTRA_CA_CERTS"
    );
  }
  return problems[code] ?? `the connection failed: ${code}`;
}

/** The code of an error; without one its message, or its name if that says more. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  if ("code" in error && typeof error.code === "string" && error.code !== "") {
    return error.code;
  }
  return error.name === "Error" ? error.message : error.name;
}
