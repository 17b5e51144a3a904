/** Sentences for people. */
export const nameRequired = 'Service name is required';
export const nameTooLong = 'The service name can have at most 120 characters.';
export const descriptionTooLong = 'The description can have at most 2000 characters.';
export const durationRange = 'The duration must be 15 to 240 minutes.';
export const priceForm = 'The price must be 0 to 100000 with at most two decimals.';
export const priceMissing = 'A paid service needs a price.';
export const sessionTypes = 'The session type must be online, in-person or both.';
export const onlinePlaces = 'Online, a service takes place by video, or by telephone: the therapist calls, or the client does.';
export const videoLinkForm = 'The video link must be a web address that begins with https:// and has at most 500 characters.';
export const addressTooLong = 'The address can have at most 300 characters.';
export const addressLink = 'An address cannot hold a web or email address, a telephone number or the name of this product. Please put a space after each full stop.';
export const visibilities = 'A service is open to everybody, to clients of the practice, or hidden.';
export const orderIds = 'Send the ids of all services, each once.';
export const orderChanged = 'Your services have changed in the meantime. Please look at them again, then put them in order.';
export const serviceNotFound = 'There is no such service.';
export const therapistNotFound = 'Therapist not found';
export const cursorUnknown = 'This page of the list is not known.';
export const tooManyServices = (most: number) => `A practice can have ${most} services. Please delete one that you no longer need.`;
