/** A client's address changed, or changed back; mails go to the new one from now on. */
export class ClientAddressChanged {
  constructor(
    readonly clientId: string,
    readonly oldEmail: string,
    readonly newEmail: string,
  ) {}
}

/**
 * What is kept of one person is another's from now on: of two who turned out to be one everything, and of a practice that gets a record of its own what
 * that practice keeps.
 */
export class RecordsMoved {
  constructor(
    readonly fromId: string,
    readonly intoId: string,
    /** Whose rows alone; without it everybody's. */
    readonly therapistId?: string,
  ) {}
}

/** Somebody leaves an address, and their account goes on elsewhere: what practices keep of it stays there, and what they began with it was theirs. */
export class RecordsLeft {
  constructor(readonly ids: readonly string[]) {}
}
