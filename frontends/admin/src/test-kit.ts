/** What component tests use: an API in place of the network, the shell's surroundings, sample answers. */
export { fakeApi, held, problem, signedOut, type Answer, type Handler, type SeenCall } from './testing/fake-api';
export { openOtherTab } from './testing/tab-channel';
export { renderAt } from './testing/render-screen';
export { sampleActivity, sampleDashboard, sampleGrant, sampleId, sampleJob, sampleTherapist } from './testing/samples';
