import { memoizePerObject } from "../core/memo/memoize-per-object.ts";
import type { PackedAsset, PagePack } from "../http/response/page-pack.ts";

const style = `.brand::after {
  margin-left: auto;
  padding: 1px 8px;
  border-radius: 999px;
  background: var(--warning-soft);
  color: var(--warning-ink);
  content: "Demo";
  font-size: 12px;
}
`;

const name = `demo-${Bun.hash(style).toString(36)}.css`;
const bytes = new TextEncoder().encode(style);
const asset: PackedAsset = {
  type: "text/css;charset=utf-8",
  brotli: undefined,
  gzip: () => bytes,
  plain: () => bytes,
};

/** The page with a badge next to the name of the product, in a style sheet that only a demo has. */
export const withDemoBadge: (pack: PagePack) => PagePack = memoizePerObject((pack) => ({
  ...pack,
  styles: [...pack.styles, name],
  assets: new Map([...pack.assets, [name, asset]]),
}));
