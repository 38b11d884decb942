/** What `@simplewebauthn/server` imports to check certificate chains, with the names that it imports. */
const unused: Readonly<Record<string, readonly string[]>> = {
  "@peculiar/x509": [
    "AuthorityKeyIdentifierExtension",
    "CRLDistributionPointsExtension",
    "SubjectKeyIdentifierExtension",
    "X509Certificate",
    "X509ChainBuilder",
    "X509Crl",
  ],
  "reflect-metadata": [],
};
const unusedImports = /^(?:@peculiar\/x509|reflect-metadata)$/;
const anything = /./;

/**
 * Leaves modules out of the package that the server never calls: `src/sessions/passkeys.ts` trusts no
 * vendor of authenticators. They are a third of what passkeys load. An `android-key` statement, whose
 * chain is checked even so, is refused in the package (`passkey_invalid`); browsers send none, as the
 * server asks for no attestation.
 */
export const leaveOutUnused: Bun.BunPlugin = {
  name: "unused modules",
  setup(build) {
    build.onResolve({ filter: unusedImports }, ({ path }) => ({ path, namespace: "unused" }));
    build.onLoad({ filter: anything, namespace: "unused" }, ({ path }) => ({
      contents: `${(unused[path] ?? []).map((name) => `export const ${name} = undefined;`).join("\n")}\nexport {};\n`,
      loader: "js",
    }));
  },
};
