import { Elysia } from "elysia";
import { mountable } from "gatehouse-flags";

const toggles = mountable({
  data: process.env.DATA ?? ":memory:",
  adminApi: true,
  groups: {
    admins: ({ flipperId, properties }) => flipperId === "Admin;1" || properties.admin === true,
  },
  onFault: (error, requestId) => process.stderr.write(`${requestId ?? "-"} ${String(error)}\n`),
});

const app = new Elysia()
  .use(toggles)
  .get("/", () => (toggles.enabled("search", "User;42") ? "new" : "old"))
  .listen({ port: 0, hostname: "127.0.0.1" });

process.stdout.write(`listening on http://127.0.0.1:${app.server?.port ?? 0}\n`);
