import { proxyText } from "./http-proxy.ts";

/** The reason and the remedy for a connection error, by its code. */
const problems: Readonly<Record<string, string>> = {
  ConnectionRefused: "nothing listens there; is the server running?",
  ECONNREFUSED: "nothing listens there; is the server running?",
  ENOTFOUND: "no host has this name",
  FailedToOpenSocket: "no host has this name, or the network does not reach it",
  ConnectionClosed: "the connection was closed before an answer arrived",
  ECONNRESET: "the connection was closed before an answer arrived",
  TimeoutError: "no answer arrived in time",
  ABORT_ERR: "no answer arrived in time",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host name",
  CERT_HAS_EXPIRED: "its certificate has expired",
  UnexpectedRedirect: "it redirects, and redirects are not followed",
  EPROTO: "it does not speak TLS there; is it an http URL?",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS there; is it an http URL?",
};

/** The same codes for a request through a proxy. */
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

/** The message for an unreachable URL: the proxy, the reason and the remedy. */
export function unreachableMessage(url: string, error: unknown): string {
  const proxy = proxyText(url);
  return proxy === undefined
    ? `${url} cannot be reached: ${connectionProblem(error)}`
    : `${url} cannot be reached through ${proxy}: ` +
        (proxyProblems[codeOf(error)] ?? connectionProblem(error));
}

/** The reason why no answer arrived, and the remedy. */
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

/** The code of an error; without a code its message, or its name if that is clearer. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  if ("code" in error && typeof error.code === "string" && error.code !== "") {
    return error.code;
  }
  return error.name === "Error" ? error.message : error.name;
}
