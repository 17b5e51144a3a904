export const noSuchMail = 'This mail does not exist any more.';
export const onItsWay = 'This mail is already on its way.';
export const outOfDate = 'The appointment has changed since, so this mail would be wrong now.';
export const tooOften = 'Mails about this appointment were sent again several times within the last hour. Please wait a while.';
