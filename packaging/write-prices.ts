import { join } from "node:path";
import { withPrices } from "./route-prices.ts";

/** `make prices`: writes the price of each route into docs/performance.md. */
const document = Bun.file(join(import.meta.dir, "../docs/performance.md"));
await document.write(withPrices(await document.text()));
