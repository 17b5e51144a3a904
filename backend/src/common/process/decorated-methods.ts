import { DiscoveryService, MetadataScanner } from '@nestjs/core';

/** A method of a provider that carries what its decorator said. */
export interface DecoratedMethod<Meaning> {
  meaning: Meaning;
  /** `ClassName.method`, for messages. */
  name: string;
  call(...values: unknown[]): Promise<unknown>;
}

/** A method decorator that only leaves a note; {@link decoratedMethods} finds it again. `Method` is what may carry it. */
export function noteOnMethod<Method extends object>(key: string, meaning: unknown) {
  return <M extends Method>(_target: object, name: string, { value }: TypedPropertyDescriptor<M>): void => {
    if (!value) return;
    if (Reflect.hasMetadata(key, value)) throw new Error(`${name} carries the same decorator twice; only one would count.`);
    Reflect.defineMetadata(key, meaning, value);
  };
}

/** Every method of this process's providers with that note. An instance with several tokens is looked at once. */
export function decoratedMethods<Meaning>(discovery: DiscoveryService, key: string): DecoratedMethod<Meaning>[] {
  const scanner = new MetadataScanner();
  const instances = new Set<object>();
  for (const { instance } of discovery.getProviders()) {
    if (typeof instance === 'object' && instance !== null) instances.add(instance as object);
  }
  return [...instances].flatMap((instance) =>
    scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object).flatMap((name) => {
      const method = (instance as Record<string, unknown>)[name];
      const meaning: unknown = typeof method === 'function' ? Reflect.getMetadata(key, method) : undefined;
      if (typeof method !== 'function' || meaning === undefined) return [];
      return [{ meaning: meaning as Meaning, name: `${instance.constructor.name}.${name}`, call: (...values: unknown[]) => method.apply(instance, values) as Promise<unknown> }];
    }),
  );
}
