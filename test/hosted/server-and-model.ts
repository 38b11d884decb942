import { expect } from "bun:test";
import { environmentOf, mirror } from "../helpers/hosted-administration.ts";
import { created, type HostedClient } from "../helpers/hosted-client.ts";
import { hostedFeature } from "../helpers/hosted-feature.ts";
import type { HostedServer } from "../helpers/hosted-server.ts";
import { MirroringModel, type PlainGates } from "./mirroring-model.ts";
import { changed, type Step, send } from "./mirroring-steps.ts";

interface Custom {
  readonly name: string;
  readonly id: number;
  readonly client: HostedClient;
}

/** A server and its model, which take the same steps and are then compared. */
export class ServerAndModel {
  readonly #server: HostedServer;
  readonly #model = new MirroringModel();
  readonly #custom: Custom[] = [];

  constructor(server: HostedServer) {
    this.#server = server;
  }

  async take(step: Step): Promise<void> {
    switch (step[0]) {
      case "write": {
        const [, at, key, write] = step;
        await send(this.#clientAt(at), key, write);
        return this.#model.write(this.#nameAt(at), key, (gates) => changed(gates, write));
      }
      case "clear": {
        await this.#clientAt(step[1]).features.clear(step[2]);
        return this.#model.clear(this.#nameAt(step[1]), step[2]);
      }
      case "create": {
        await this.#clientAt(step[1]).features.create(step[2]);
        return this.#model.create(step[2]);
      }
      case "mirror":
        return this.#mirror(step[1], step[2]);
      case "remove": {
        await this.#server.manager.features.remove(step[1]);
        return this.#model.remove(step[1]);
      }
      case "import": {
        const [, at, features] = step;
        await this.#clientAt(at).import(Object.fromEntries(features.map(exported)));
        return this.#model.import(this.#nameAt(at), new Map(features));
      }
      case "add environment":
        return this.#add(step[1]);
      case "drop environment":
        return this.#drop(step[1]);
    }
  }

  /** Expects every environment's list to equal the model's. */
  async compare(): Promise<void> {
    for (let at = 0; at <= this.#custom.length; at++) {
      const [, body] = await this.#clientAt(at).features.list();
      expect(body).toEqual({ features: this.#model.list(this.#nameAt(at)).map(featureOf) });
    }
  }

  /** Returns all features and overrides of the model, to find out whether a step changed any. */
  contents(): string {
    return this.#model.contents();
  }

  /** Production's features by key. */
  get production(): ReadonlyMap<string, PlainGates> {
    return this.#model.production;
  }

  async #mirror(at: number, key: string): Promise<void> {
    const custom = this.#customAt(at);
    if (custom !== undefined && this.#model.production.has(key)) {
      await mirror(this.#server, environmentOf(this.#server, custom.id), key);
      this.#model.mirror(custom.name, key);
    }
  }

  async #add(name: string): Promise<void> {
    const { environment, token } = created(await this.#server.manager.environments.create(name));
    if (!this.#custom.some((custom) => custom.id === environment.id)) {
      const client = this.#server.manager.as(token.value);
      this.#custom.push({ name, id: environment.id, client });
      this.#model.addEnvironment(name);
    }
  }

  async #drop(at: number): Promise<void> {
    const custom = this.#customAt(at);
    if (custom !== undefined) {
      await this.#server.manager.environments.delete(custom.id);
      this.#custom.splice(this.#custom.indexOf(custom), 1);
      this.#model.removeEnvironment(custom.name);
    }
  }

  #customAt(at: number): Custom | undefined {
    return at === 0 ? undefined : this.#custom[at - 1];
  }

  #clientAt(at: number): HostedClient {
    return this.#customAt(at)?.client ?? this.#server.manager;
  }

  #nameAt(at: number): string | null {
    return this.#customAt(at)?.name ?? null;
  }
}

function exported([key, gates]: readonly [string, PlainGates]) {
  const { boolean, actors, percentageOfTime, expression } = gates;
  return [key, { boolean, actors, percentage_of_time: percentageOfTime, expression }] as const;
}

function featureOf([key, gates]: readonly [string, PlainGates]) {
  const { boolean, actors, percentageOfTime, expression } = gates;
  const isClosed = actors.length === 0 && percentageOfTime === 0 && expression === null;
  const state = boolean || percentageOfTime === 100 ? "on" : isClosed ? "off" : "conditional";
  const values = { boolean, actors, percentage_of_time: percentageOfTime, expression };
  return hostedFeature(key, state, values);
}
