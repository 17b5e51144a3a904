/** A client's address changed, or changed back; mails go to the new one from now on. */
export class ClientAddressChanged {
  constructor(
    readonly clientId: string,
    readonly oldEmail: string,
    readonly newEmail: string,
    /** Of this practice alone, which the client fetched from an address of before; else of everybody. */
    readonly therapistId?: string,
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

/** A while after a person said that they go to a practice, its record of an address that they left became theirs; {@link RecordsMoved} was told before. */
export class RecordFetched {
  constructor(
    readonly personId: string,
    readonly therapistId: string,
  ) {}
}

/** Somebody leaves an address, and their account goes on elsewhere: what practices keep of it stays there, and what they began with it was theirs. */
export class RecordsLeft {
  constructor(
    readonly ids: readonly string[],
    /** Whether it is written down who left them; not while an earlier address can object, since they may have been another's all along. */
    readonly isNoted: boolean,
  ) {}
}
