import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: [
    "./src/storage/sqlite/gatehouse-schema.ts",
    "./src/storage/sqlite/account-schema.ts",
    "./src/storage/sqlite/webhook-schema.ts",
    "./src/storage/sqlite/replica-schema.ts",
  ],
  out: "./drizzle/gatehouse",
});
