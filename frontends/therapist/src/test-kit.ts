/** What component tests use: an API in place of the network, the shell's surroundings, sample answers. */
export { fakeApi, held, late, problem, sampleId, type SeenCall } from '@attune/shared-ui/testing/fake-api';
export { pause, renderScreen } from '@attune/shared-ui/testing/render-screen';
export {
  sampleAnswers,
  sampleBooking,
  sampleForm,
  sampleHours,
  sampleProfile,
  sampleQuestion,
  sampleScore,
  sampleSentForm,
  sampleService,
  sampleSession,
} from './testing/samples';
