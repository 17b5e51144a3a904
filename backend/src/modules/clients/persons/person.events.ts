/** A client's address changed, or changed back; mails go to the new one from now on. */
export class ClientAddressChanged {
  constructor(
    readonly clientId: string,
    readonly oldEmail: string,
    readonly newEmail: string,
    /** The change before was not the client's doing and is taken back. */
    readonly restored = false,
  ) {}
}

/** Two persons turned out to be one: what belonged to the first belongs to the second. */
export class PersonMerged {
  constructor(
    readonly fromId: string,
    readonly intoId: string,
  ) {}
}
