import { type Static, type TSchema, Type } from "@sinclair/typebox";
import type { Environment } from "../model/environment.ts";
import type { State } from "../model/state.ts";
import { type Webhook, webhookKinds } from "../model/webhook.ts";
import {
  type CheckAuthor,
  overlapDefaultMs,
  type WebhookService,
} from "../webhooks/webhook-service.ts";
import {
  AdministeredDelivery,
  AdministeredWebhook,
  administeredDelivery,
  administeredWebhook,
  describedWebhook,
  EventType,
} from "./administered-webhook.ts";
import { AdministrationError } from "./administration-error.ts";
import {
  type AdministeredServer,
  type AdministrationOperation,
  checkedInput,
  checkedOutput,
  problemOf,
  receiveJson,
  shellAuthor,
} from "./administration-operation.ts";
import {
  exact,
  Id,
  InProject,
  integerSchema,
  LookupText,
  Name,
  oneOfSchema,
  optionalSchema,
} from "./administration-schemas.ts";
import { requireEnvironment, requireProject } from "./find-by-name.ts";

const idMax = Number.MAX_SAFE_INTEGER;
/** How long the secret before can stay valid, in milliseconds. */
export const overlapBounds = { minimum: 0, maximum: 30 * 86_400_000 } as const;
export const deliveryListBounds = { minimum: 1, maximum: 1_000 } as const;
export const eventIdBounds = { minimum: 1, maximum: idMax } as const;

export const webhookOperations = {
  "webhook.create": webhookOperation({
    input: Type.Object(
      {
        ...InProject,
        environment: LookupText,
        url: LookupText,
        kind: oneOfSchema(webhookKinds),
        events: Type.Array(EventType),
        keys: optionalSchema(Name),
        name: optionalSchema(Name),
      },
      exact,
    ),
    /** The secret cannot be read again later. */
    output: Type.Object({ ...describedWebhook, secret: Type.String() }, exact),
    async work(input, { service, state }) {
      const project = requireProject(state, input.project);
      const environment = requireEnvironment(state, project, input.environment);
      const { webhook, secret } = await service.create(
        {
          environment,
          kind: input.kind,
          name: input.name ?? URL.parse(input.url)?.hostname ?? "webhook",
          url: input.url,
          eventTypes: [...new Set(input.events)],
          keyPattern: input.keys ?? null,
        },
        asShell,
      );
      return { ...administeredWebhook(state, service, webhook), secret };
    },
  }),

  "webhook.list": webhookOperation({
    input: Type.Object({ ...InProject, environment: optionalSchema(LookupText) }, exact),
    output: Type.Object({ webhooks: Type.Array(AdministeredWebhook) }, exact),
    async work(input, { service, state }) {
      const project = requireProject(state, input.project);
      const only = input.environment && requireEnvironment(state, project, input.environment);
      const isListed = (environment: Environment | undefined) =>
        environment?.projectId === project.id && (!only || only.id === environment.id);
      const webhooks = [...state.webhooks.values()]
        .filter((webhook) => isListed(state.environments.get(webhook.environmentId)))
        .sort((left, right) => left.id - right.id);
      return { webhooks: webhooks.map((each) => administeredWebhook(state, service, each)) };
    },
  }),

  "webhook.show": webhookOperation({
    input: Type.Object({ id: Id }, exact),
    output: AdministeredWebhook,
    async work({ id }, { service, state }) {
      return administeredWebhook(state, service, webhookOf(state, id));
    },
  }),

  "webhook.delete": changeOperation((service, id) => service.delete(id, asShell)),
  "webhook.pause": changeOperation((service, id) => service.pause(id, asShell)),
  "webhook.resume": changeOperation((service, id) => service.resume(id, asShell)),

  "webhook.rotate": webhookOperation({
    input: Type.Object({ id: Id, overlap: optionalSchema(integerSchema(overlapBounds)) }, exact),
    /** The secret cannot be read again later. */
    output: Type.Object({ ...describedWebhook, secret: Type.String() }, exact),
    async work({ id, overlap = overlapDefaultMs }, { service, state }) {
      const { webhook, secret } = await service.rotate(webhookOf(state, id).id, asShell, overlap);
      return { ...administeredWebhook(state, service, webhook), secret };
    },
  }),

  "webhook.test": webhookOperation({
    input: Type.Object({ id: Id }, exact),
    output: AdministeredDelivery,
    async work({ id }, { service, state }) {
      return administeredDelivery(await service.test(webhookOf(state, id).id, asShell));
    },
  }),

  "webhook.deliveries": webhookOperation({
    input: Type.Object(
      {
        id: Id,
        limit: optionalSchema(integerSchema(deliveryListBounds)),
        before: optionalSchema(integerSchema(eventIdBounds)),
      },
      exact,
    ),
    output: Type.Object({ deliveries: Type.Array(AdministeredDelivery) }, exact),
    async work({ id, limit = 50, before = idMax }, { service, state }) {
      const webhookId = webhookOf(state, id).id;
      const deliveries = await service.deliveries({ webhookId, before, limit });
      return { deliveries: deliveries.map(administeredDelivery) };
    },
  }),

  "webhook.redeliver": webhookOperation({
    input: Type.Object(
      {
        id: Id,
        from: optionalSchema(integerSchema(eventIdBounds)),
        to: optionalSchema(integerSchema(eventIdBounds)),
      },
      exact,
    ),
    output: AdministeredWebhook,
    async work({ id, from, to = from ?? idMax }, { service, state }) {
      const webhook = webhookOf(state, id);
      if (webhook.kind === "events" && from === undefined) {
        throw new AdministrationError("name the event, or the first and the last one");
      }
      const saved = await service.redeliver(id, asShell, { from: from ?? 1, to });
      return administeredWebhook(state, service, saved);
    },
  }),
};

/** Whoever has the data directory may do everything. */
const asShell: CheckAuthor = (draft) => {
  draft.author = shellAuthor;
};

interface WebhookContext {
  readonly service: WebhookService;
  readonly state: State;
}

interface WebhookDefinition<Input extends TSchema, Output extends TSchema> {
  readonly input: Input;
  readonly output: Output;
  readonly work: (input: Static<Input>, context: WebhookContext) => Promise<Static<Output>>;
}

/** Unlike other operations these ask the network and read what is not in the state. */
function webhookOperation<Input extends TSchema, Output extends TSchema>({
  input: inputSchema,
  output: outputSchema,
  work,
}: WebhookDefinition<Input, Output>): AdministrationOperation<Static<Input>, Static<Output>> {
  return {
    ...sentAsJson(inputSchema),
    run: (input, administered) => work(checkedInput(inputSchema, input), contextOf(administered)),
    output: (value) => checkedOutput(outputSchema, value),
    outputSchema,
    hostedOnly: undefined,
  };
}

function sentAsJson(inputSchema: TSchema) {
  return {
    problem: (input: unknown) => problemOf(inputSchema, input),
    request: (input: unknown) => ({ search: "", body: JSON.stringify(input) }),
    receive: receiveJson,
  };
}

function changeOperation(change: (service: WebhookService, id: number) => Promise<Webhook>) {
  return webhookOperation({
    input: Type.Object({ id: Id }, exact),
    output: AdministeredWebhook,
    async work({ id }, { service, state }) {
      return administeredWebhook(state, service, await change(service, webhookOf(state, id).id));
    },
  });
}

function contextOf({ webhooks, writer }: AdministeredServer): WebhookContext {
  if (webhooks === undefined) {
    throw new AdministrationError("there are no webhooks in this place");
  }
  return { service: webhooks, state: writer.state };
}

function webhookOf(state: State, id: number): Webhook {
  const webhook = state.webhooks.get(id);
  if (webhook === undefined) {
    throw new AdministrationError(`there is no webhook ${id}`);
  }
  return webhook;
}
