/** What component tests use: an API in place of the network, the shell's surroundings, sample answers. */
export { fakeApi, held, problem, sampleId, signedOut, type Answer, type Handler, type SeenCall } from '@attune/shared-ui/testing/fake-api';
// Before the area, whose pages open a channel between tabs as soon as they are loaded.
export { openOtherTab } from './testing/tab-channel';
export { renderAt } from './testing/area';
export { sampleActivity, sampleDashboard, sampleGrant, sampleJob, sampleTherapist } from './testing/samples';
