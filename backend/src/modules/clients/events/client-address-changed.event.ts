/** A client's address changed, or changed back; mails go to the new one from now on. */
export class ClientAddressChanged {
  constructor(
    readonly clientId: string,
    readonly oldEmail: string,
    readonly newEmail: string,
  ) {}
}
