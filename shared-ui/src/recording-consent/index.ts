/** Leave to record a session, as the client sees it whom it is about: behind the mailed link, and in the portal. */
export { ConsentCard } from './consent-card';
export { ConsentMarks } from './consent-marks';
export { consentMessages } from './messages';
export { isOpen, type OwnConsent, stateOf } from './consent-view';
