import type { BundledPackage } from "./bundled-packages.ts";

/** The released product. */
export interface Product {
  readonly name: string;
  readonly version: string;
  /** An SPDX identifier. */
  readonly license: string;
}

export interface Materials {
  readonly product: Product;
  /** The version of Bun in the executable. */
  readonly bunVersion: string;
  readonly packages: readonly BundledPackage[];
  /** The packages that the product and each package import, as `name@version`. */
  readonly graph: ReadonlyMap<string, readonly string[]>;
}

/** The name of the product in the graph and in the document. */
export function productReference({ name, version }: Product): string {
  return `${name}@${version}`;
}

/**
 * Returns a CycloneDX 1.6 document as JSON text. It lists the product, the Bun in its executable, and
 * the bundled packages with their notices and imports. Copies must include the notices. It has no
 * date and no serial number, so equal arguments give equal documents.
 */
export function billOfMaterials({ product, bunVersion, packages, graph }: Materials): string {
  const root = productReference(product);
  const bun = `bun@${bunVersion}`;
  const document = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": root,
        name: product.name,
        version: product.version,
        licenses: licenses(product.license, ""),
      },
    },
    components: [
      {
        type: "platform",
        "bom-ref": bun,
        name: "bun",
        version: bunVersion,
        licenses: licenses("MIT", ""),
        purl: packageUrl("bun", bunVersion),
      },
      ...packages.map(component),
    ],
    dependencies: [
      { ref: root, dependsOn: [bun, ...(graph.get(root) ?? [])] },
      { ref: bun, dependsOn: [] },
      ...packages.map(({ name, version }) => {
        const ref = `${name}@${version}`;
        return { ref, dependsOn: graph.get(ref) ?? [] };
      }),
    ],
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function component({ name, version, license, notices, sha512 }: BundledPackage) {
  return {
    type: "library",
    "bom-ref": `${name}@${version}`,
    name,
    version,
    hashes: [{ alg: "SHA-512", content: sha512 }],
    licenses: licenses(license, notices),
    purl: packageUrl(name, version),
  };
}

/** A single SPDX identifier has no spaces; a text with spaces is an SPDX expression. */
function licenses(license: string, notices: string) {
  if (license.includes(" ")) {
    return [{ expression: license }];
  }
  return notices === ""
    ? [{ license: { id: license } }]
    : [{ license: { id: license, text: { contentType: "text/plain", content: notices } } }];
}

function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.split("/").map(encodeURIComponent).join("/")}@${version}`;
}
