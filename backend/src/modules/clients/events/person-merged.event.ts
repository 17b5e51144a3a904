/** Two persons turned out to be one: what belonged to the first belongs to the second. */
export class PersonMerged {
  constructor(
    readonly fromId: string,
    readonly intoId: string,
  ) {}
}
