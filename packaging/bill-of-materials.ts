import type { BundledPackage } from "./bundled-packages.ts";

/** What is released. */
export interface Product {
  readonly name: string;
  readonly version: string;
  /** SPDX. */
  readonly license: string;
}

/**
 * A CycloneDX 1.6 document, as JSON text: the product, the Bun inside of its executable, and the
 * packages, with the notices that their copies have to carry. It depends on the arguments alone, so
 * there is no date and no serial number in it.
 */
export function billOfMaterials(
  product: Product,
  bunVersion: string,
  packages: readonly BundledPackage[],
): string {
  const document = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": `${product.name}@${product.version}`,
        name: product.name,
        version: product.version,
        licenses: licenses(product.license, ""),
      },
    },
    components: [
      {
        type: "platform",
        "bom-ref": `bun@${bunVersion}`,
        name: "bun",
        version: bunVersion,
        licenses: licenses("MIT", ""),
        purl: packageUrl("bun", bunVersion),
      },
      ...packages.map(component),
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

/** An id of the SPDX list is one word; what has more is an expression of several. */
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
