/**
 * A value beside each of many objects that live for a moment, such as requests. It is kept on the object itself: the garbage collector goes through
 * the entries of a weak map each time it runs, and that costs more than the rest of a small request.
 */
export class Beside<Of extends object, Value> {
  private readonly key = Symbol('beside');

  get(of: Of): Value | undefined {
    return (of as { [key: symbol]: Value | undefined })[this.key];
  }

  set(of: Of, value: Value | undefined): void {
    (of as { [key: symbol]: Value | undefined })[this.key] = value;
  }
}
