import express from "express";
import { createClient } from "gatehouse-flags/client";

const features = createClient({
  url: process.env.GATEHOUSE_URL ?? "http://127.0.0.1:8080",
  token: process.env.GATEHOUSE_TOKEN,
  stream: true,
  onError: (error) => console.error(error.message),
});
await features.ready();

const app = express();
app.get("/checkout", ({ query }, response) => {
  const groups = query.group === undefined ? [] : [String(query.group)];
  const user = { flipperId: `User;${query.user}`, groups };
  response.json({ checkout: features.enabled("new_checkout", user) ? "new" : "old" });
});

const port = Number(process.env.PORT ?? 3000);
const server = app.listen(port, "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${port}`);
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    server.close();
    void features.close();
  });
}
