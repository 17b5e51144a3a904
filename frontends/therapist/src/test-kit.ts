/** What component tests use: an API in place of the network, the shell's surroundings, sample answers. */
export { fakeApi, problem, type SeenCall } from './testing/fake-api';
export { renderScreen } from './testing/render-screen';
export { sampleBooking, sampleHours, sampleId, sampleProfile, sampleService, sampleSession } from './testing/samples';
