import type {
  AnyProviderEvent,
  EventContext,
  EventHandler,
  ProviderEventEmitter,
} from "@openfeature/core";

/** The emitter of a provider, without the code of an SDK. */
export class ProviderEvents implements ProviderEventEmitter<AnyProviderEvent> {
  readonly #handlers = new Map<AnyProviderEvent, EventHandler[]>();
  readonly #providerName: string;

  constructor(providerName: string) {
    this.#providerName = providerName;
  }

  /** The handlers are the SDK's, and report what goes wrong in those of the application. */
  emit(eventType: AnyProviderEvent, context?: EventContext): void {
    for (const handler of this.getHandlers(eventType)) {
      void handler({ ...context, providerName: this.#providerName });
    }
  }

  addHandler(eventType: AnyProviderEvent, handler: EventHandler): void {
    this.#handlers.set(eventType, [...this.getHandlers(eventType), handler]);
  }

  removeHandler(eventType: AnyProviderEvent, handler: EventHandler): void {
    const others = this.getHandlers(eventType).filter((each) => each !== handler);
    this.#handlers.set(eventType, others);
  }

  removeAllHandlers(eventType?: AnyProviderEvent): void {
    if (eventType === undefined) {
      this.#handlers.clear();
    } else {
      this.#handlers.delete(eventType);
    }
  }

  getHandlers(eventType: AnyProviderEvent): EventHandler[] {
    return [...(this.#handlers.get(eventType) ?? [])];
  }

  /** Nothing is logged here. */
  setLogger(): this {
    return this;
  }
}
