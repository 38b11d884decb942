import { defineConfig } from "drizzle-kit";

const folder = "./src/storage/postgres";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "",
    "account-",
    "webhook-",
    "view-",
    "record-",
    "governance-",
    "rollout-",
    "retired-",
    "sign-on-",
    "log-",
    "short-lived-",
  ].map((part) => `${folder}/postgres-${part}schema.ts`),
  out: "./drizzle/postgres",
});
