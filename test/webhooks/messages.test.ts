import { expect, test } from "bun:test";
import { eventMessage, eventSignature } from "../../src/webhooks/messages/event-message.ts";
import { syncMessage } from "../../src/webhooks/messages/sync-message.ts";

test("a sync message is signed as Flipper's middleware checks it", () => {
  const message = syncMessage({
    environmentId: 123,
    webhookId: 456,
    deliveryId: "467dd251-b5e9-44d1-b490-539a97ef0983",
  });
  expect(message.body).toBe(
    '{"environment_id":123,"webhook_id":456,"delivery_id":"467dd251-b5e9-44d1-b490-539a97ef0983","action":"sync"}',
  );
  const signature = "v1=69976dea6fc15d715e92c929c6560d4a152d9072211e5fe2eae94377c195e24c";
  expect(message.sign(["secret"], 1_700_000_000)).toEqual({
    "flipper-cloud-signature": `t=1700000000,${signature}`,
  });
  const both = message.sign(["other", "secret"], 1_700_000_000)["flipper-cloud-signature"];
  expect(both).toStartWith("t=1700000000,v1=");
  expect(both).toEndWith(`,${signature}`);
});

test("an event is signed as Standard Webhooks has it", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  expect(eventSignature(secret, id, 1_614_265_330, '{"test": 2432232314}')).toBe(
    "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  );
  const message = eventMessage({ id, type: "feature.created", createdAt: 0, data: "{}" });
  expect(message.body).toBe(
    '{"type":"feature.created","timestamp":"1970-01-01T00:00:00.000Z","data":{}}',
  );
  const headers = message.sign([secret, secret], 5);
  const signature = `v1,${eventSignature(secret, id, 5, message.body)}`;
  expect(headers).toEqual({
    "webhook-id": id,
    "webhook-timestamp": "5",
    "webhook-signature": `${signature} ${signature}`,
  });
});
