import { createClient } from "gatehouse-flags/client";
import { answer } from "./app.ts";

const features = createClient({
  url: process.env.GATEHOUSE_URL ?? "http://127.0.0.1:8080",
  token: process.env.GATEHOUSE_TOKEN,
  stream: true,
  onError: (error) => console.error(error.message),
});
await features.ready();

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(process.env.PORT ?? 3000),
  fetch: (request) => answer(request, features),
});
console.log(`listening on ${server.url.origin}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await server.stop();
    await features.close();
  });
}
