/** Sentences for people. */
export const nameRequired = 'Service name is required';
export const nameTooLong = 'The service name can have at most 120 characters.';
export const descriptionTooLong = 'The description can have at most 2000 characters.';
export const durationRange = 'The duration must be 15 to 240 minutes.';
export const priceForm = 'The price must be 0 to 100000 with at most two decimals.';
export const priceMissing = 'A paid service needs a price.';
export const sessionTypes = 'The session type must be online, in-person or both.';
export const serviceNotFound = 'There is no such service.';
export const therapistNotFound = 'Therapist not found';
export const cursorUnknown = 'This page of the list is not known.';
