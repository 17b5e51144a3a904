/** What component tests use: an API in place of the network, the shell's surroundings, sample answers. */
export { fakeApi, held, late, lost, problem, sampleId, type SeenCall } from '@attune/shared-ui/testing/fake-api';
export { noOtherCalendars, NOTICES, noticesOf, sampleCalendar, sampleConnection, sampleDisagreement } from './testing/calendar-samples';
export { CALLS, field, notesPractice, openNotes } from './testing/notes-practice';
export { pause, renderScreen } from '@attune/shared-ui/testing/render-screen';
export {
  sampleAnalyses,
  sampleAnalysis,
  sampleAnswers,
  sampleBooking,
  sampleCounts,
  sampleFile,
  sampleForm,
  sampleHours,
  sampleNote,
  sampleOverview,
  samplePlan,
  sampleProfile,
  sampleQuestion,
  sampleScore,
  sampleSentForm,
  sampleService,
  sampleSession,
  sampleSummary,
} from './testing/samples';
