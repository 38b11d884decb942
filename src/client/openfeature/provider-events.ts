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

  /** The SDK owns these handlers, and reports failing handlers of the application. */
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

  /** This class logs nothing. */
  setLogger(): this {
    return this;
  }
}
