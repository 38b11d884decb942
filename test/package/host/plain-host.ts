import { type Actor, type FeatureInfo, GatehouseError, mountable } from "gatehouse-flags";

const toggles = mountable({ data: ":memory:", mountPath: "/toggles" });
const actor: Actor = { flipperId: "User;42", properties: { plan: "pro" } };
const changed: FeatureInfo = await toggles.enableActor("search", actor);
const isRefused = await toggles.enablePercentageOfActors("search", 101).then(
  () => false,
  (error: unknown) => error instanceof GatehouseError && error.code === 3,
);
const keys: readonly string[] = toggles.features().map(({ key }) => key);
await Bun.write(
  Bun.stdout,
  JSON.stringify([changed.state, isRefused, keys, toggles.enabled("search", [actor])]),
);
const response: Response = await toggles.handle(new Request("http://localhost/toggles/features"));
process.exitCode = response.status === 200 ? 0 : 1;
