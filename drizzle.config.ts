import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: [
    "./src/storage/sqlite/gatehouse-schema.ts",
    "./src/storage/sqlite/account-schema.ts",
    "./src/storage/sqlite/webhook-schema.ts",
    "./src/storage/sqlite/replica-schema.ts",
    "./src/storage/sqlite/view-schema.ts",
    "./src/storage/sqlite/record-schema.ts",
    "./src/storage/sqlite/governance-schema.ts",
    "./src/storage/sqlite/rollout-schema.ts",
    "./src/storage/sqlite/retired-schema.ts",
    "./src/storage/sqlite/sign-on-schema.ts",
  ],
  out: "./drizzle/gatehouse",
});
