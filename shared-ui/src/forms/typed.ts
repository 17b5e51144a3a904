/**
 * A request body as a form holds it: the wire's own names, a number as it is typed, and '' (or an empty list) where the wire
 * may have nothing. So what the server says about `date_of_birth` needs no translation.
 */
export type Typed<Wire> = Wire extends number
  ? string
  : Wire extends readonly (infer Item)[]
    ? Typed<Item>[]
    : Wire extends object
      ? { [Name in keyof Wire]-?: Typed<NonNullable<Wire[Name]>> }
      : Wire;
