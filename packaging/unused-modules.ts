import { join } from "node:path";

const simplewebauthn = "@simplewebauthn/server/esm";
const helpers = `${simplewebauthn}/helpers`;
const attestations = `${simplewebauthn}/registration/verifications`;
const rootCertificates = `${simplewebauthn}/services/defaultRootCerts`;
const refuses = "async () => false";
const throws = '() => { throw new Error("Certificates are not checked") }';
const ecdsaSignature = `export * from ${JSON.stringify(join(import.meta.dir, "ecdsa-signature.ts"))};`;

/**
 * Modules that are left out of the package, with what stands in for each. Paths are those below
 * `node_modules`.
 *
 * - `src/sessions/passkeys.ts` trusts no vendor of authenticators, so nothing checks certificate chains. A
 *   statement of such a vendor is refused in the package (`passkey_invalid`); browsers send none, as the
 *   server asks for no attestation.
 * - `src/metrics` has its own metrics of the process, and no summaries.
 */
const substitutes: Readonly<Record<string, string>> = {
  "@peculiar/asn1-ecc": ecdsaSignature,
  "@peculiar/asn1-schema": ecdsaSignature,
  [`${helpers}/convertX509PublicKeyToCOSE.js`]: exportsOf(throws, ["convertX509PublicKeyToCOSE"]),
  [`${helpers}/getCertificateInfo.js`]: exportsOf(throws, ["getCertificateInfo"]),
  [`${helpers}/isCertRevoked.js`]: exportsOf(throws, ["isCertRevoked"]),
  [`${helpers}/validateCertificatePath.js`]: exportsOf(throws, ["validateCertificatePath"]),
  [`${helpers}/validateExtFIDOGenCEAAGUID.js`]: exportsOf(throws, ["validateExtFIDOGenCEAAGUID"]),
  [`${simplewebauthn}/metadata/verifyAttestationWithMetadata.js`]: exportsOf(throws, [
    "verifyAttestationWithMetadata",
    "algSignToCOSEInfoMap",
  ]),
  [`${attestations}/verifyAttestationAndroidKey.js`]: exportsOf(refuses, [
    "verifyAttestationAndroidKey",
  ]),
  [`${attestations}/verifyAttestationAndroidSafetyNet.js`]: exportsOf(refuses, [
    "verifyAttestationAndroidSafetyNet",
  ]),
  [`${attestations}/verifyAttestationApple.js`]: exportsOf(refuses, ["verifyAttestationApple"]),
  [`${attestations}/verifyAttestationFIDOU2F.js`]: exportsOf(refuses, ["verifyAttestationFIDOU2F"]),
  [`${attestations}/tpm/verifyAttestationTPM.js`]: exportsOf(refuses, ["verifyAttestationTPM"]),
  [`${simplewebauthn}/services/metadataService.js`]:
    "export const MetadataService = { getStatement: async () => undefined };",
  [`${rootCertificates}/android-key.js`]: exportsOf(
    '""',
    [1, 2, 3, 4].map((number) => `Google_Hardware_Attestation_Root_${number}`),
  ),
  [`${rootCertificates}/android-safetynet.js`]: exportsOf('""', ["GlobalSign_Root_CA"]),
  [`${rootCertificates}/apple.js`]: exportsOf('""', ["Apple_WebAuthn_Root_CA"]),
  [`${rootCertificates}/mds.js`]: exportsOf('""', ["GlobalSign_Root_CA_R3", "GlobalSign_Root_R46"]),
  "prom-client/lib/cluster.js": "module.exports = undefined;",
  "prom-client/lib/defaultMetrics.js": "module.exports = undefined;",
  "prom-client/lib/pushgateway.js": "module.exports = undefined;",
  "prom-client/lib/summary.js": "module.exports = undefined;",
};

function exportsOf(value: string, names: readonly string[]): string {
  return names.map((name) => `export const ${name} = ${value};`).join("\n");
}

const packageNames = Object.keys(substitutes).filter((path) => !path.endsWith(".js"));
const modulePaths = Object.keys(substitutes).filter((path) => path.endsWith(".js"));
const importsOf = (names: readonly string[]) => new RegExp(`^(?:${names.join("|")})$`);
const filesOf = (paths: readonly string[]) =>
  new RegExp(`/node_modules/(?:${paths.join("|").replaceAll(".", "\\.")})$`);
const modulesDirectory = /^.*\/node_modules\//;
const anything = /./;

/** Leaves modules out of the package that the server never calls; throws if one is not there any more. */
export const leaveOutUnused: Bun.BunPlugin = {
  name: "unused modules",
  setup(build) {
    const unused = new Set(Object.keys(substitutes));
    const load = (path: string) => {
      unused.delete(path);
      return { contents: substitutes[path] ?? "", loader: "js" } as const;
    };
    build.onResolve({ filter: importsOf(packageNames) }, ({ path }) => ({
      path,
      namespace: "unused",
    }));
    build.onLoad({ filter: anything, namespace: "unused" }, ({ path }) => load(path));
    build.onLoad({ filter: filesOf(modulePaths) }, ({ path }) =>
      load(path.replace(modulesDirectory, "")),
    );
    build.onEnd(() => {
      if (unused.size > 0) {
        throw new Error(`Nothing imports ${[...unused].join(", ")}`);
      }
    });
  },
};
