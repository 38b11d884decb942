import { version } from "../../package.json" with { type: "json" };

export const gatehouseVersion: string = version;
