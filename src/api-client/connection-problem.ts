/** What people can do about an error of a connection, by its code. */
const problems: Readonly<Record<string, string>> = {
  ConnectionRefused: "nothing listens there; is the server running?",
  ECONNREFUSED: "nothing listens there; is the server running?",
  ENOTFOUND: "no host has this name",
  FailedToOpenSocket: "no host has this name, or the network does not reach it",
  ConnectionClosed: "the connection was closed before an answer came",
  ECONNRESET: "the connection was closed before an answer came",
  TimeoutError: "no answer came in time",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host name",
  CERT_HAS_EXPIRED: "its certificate has expired",
};

const untrustedCertificates: ReadonlySet<string> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

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

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  return "code" in error && typeof error.code === "string" && error.code !== ""
    ? error.code
    : error.name;
}
