import { formatDate, instantInZone, localZone } from '@attune/shared-ui/format';
import type { ActivityEntry } from '../../wire';
import { activityMessages as messages } from './messages';

/** Who it was, as far as a client may know: therapists by name, others by what they are. */
export function actorWords({ actor_type, actor_name, is_you }: Pick<ActivityEntry, 'actor_type' | 'actor_name' | 'is_you'>): string {
  if (is_you) return messages.you;
  return actor_name ?? messages[actor_type];
}

/** What follows the name. "Your" is right whoever reads it, for only the client does. */
const ACTIONS: Readonly<Record<string, string>> = {
  view_dashboard: 'looked at your appointments, notes and care plans',
  view_appointment: 'looked at one of your appointments through the link in its email',
  view_reminder_choice: 'looked at whether you get reminders',
  stop_reminders: 'stopped the reminders of your appointments',
  start_reminders: 'turned the reminders of your appointments on again',
  view_account: 'looked at your account',
  read_booking_mails: 'looked at what became of mails about your appointments',
  send_mail_again: 'sent you a mail about an appointment again',
  read_bookings: 'looked at your appointments',
  read_sent_forms: 'looked at how far your forms are',
  read_scores: 'looked at the scores of your questionnaires',
  read_answers: 'read what you answered in a form',
  export_answers: 'downloaded answers to a form, yours among them',
  send_form: 'sent you a form',
  send_form_again: 'sent you the mail of a form again',
  withdraw_form: 'withdrew a form',
  view_own_answers: 'looked at your answers to a form that was not completed',
  start_form: 'began to fill in a form',
  complete_form: 'completed a form',
  request_form_code: 'asked for a code to go on with a form',
  resume_form: 'went on with a form after entering its code',
  begin_recording: 'began a session that is recorded',
  record_sound: 'recorded the first sound of a session',
  end_recording: 'ended the recording of a session',
  destroy_recording: 'destroyed the recorded sound of a session',
  play_recording: 'played the recorded sound of a session',
  transcribe_session: 'asked for the text of a recorded session',
  send_recording_to_model: 'sent the recorded sound of a session to a program that makes text of it',
  make_transcript: 'made text of a recorded session',
  read_transcript: 'read the text of a recorded session',
  correct_transcript: 'corrected the text of a recorded session',
  accept_transcript: 'accepted the text of a recorded session',
  destroy_transcript: 'destroyed the text of a recorded session',
  analyse_session: 'had the text of a recorded session analysed',
  read_session_analysis: 'read the analysis of a recorded session',
  send_transcript_to_model: 'sent the text of a recorded session, without your name, to a language model',
  request_recording_consent: 'asked whether a session may be recorded',
  agree_to_recording: 'agreed to the recording of a session, or noted that you did',
  decline_recording: 'declined the recording of a session, or noted that you did',
  withdraw_recording_consent: 'withdrew the consent to record a session',
  read_clients: 'looked at the names of clients, yours among them',
  create_care_plan: 'began a care plan for you',
  read_care_plans: 'looked at your care plans',
  read_care_plan: 'looked at one of your care plans',
  update_care_plan: 'changed a care plan',
  publish_care_plan: 'published a care plan for you',
  withdraw_care_plan: 'withdrew a care plan',
  delete_care_plan: 'deleted a care plan',
  tick_care_plan: 'ticked off an action of a care plan',
  untick_care_plan: 'took back the tick of an action of a care plan',
  download_record: 'downloaded your record',
  read_client: 'looked at your contact details and sessions',
  change_client_record: 'changed what they keep about you',
  export_practice: 'took out all that your practice keeps, about you too',
  import_practice: 'took your practice in from another installation, with what it keeps about you',
  delete_practice: 'deleted your practice, with what it kept about you',
  export_client: 'downloaded what they keep about you',
  merge_clients: 'put two records together that they took for yours',
  separate_clients: 'separated two records that they took for yours',
  book_session: 'booked an appointment',
  move_session: 'moved an appointment',
  follow_calendar: 'let an appointment follow their own calendar',
  put_back_in_calendar: 'put an appointment back into their own calendar',
  dismiss_unchecked_time: 'looked at the time of an appointment',
  read_calendar_appointments: 'looked at when your appointments are',
  cancel_session: 'cancelled an appointment',
  book_series: 'booked several appointments',
  move_series: 'moved several appointments',
  cancel_series: 'cancelled several appointments',
  reopen_series: 'took back that several appointments were cancelled',
  confirm_practice: 'confirmed a practice',
  confirm_appointment: 'said that they booked an appointment themselves',
  end_links: 'ended the links of whoever booked in your name',
  complete_session: 'marked an appointment as completed',
  mark_no_show: 'marked that you did not come to an appointment',
  unmark_no_show: 'took back that you did not come to an appointment',
  note_session_end: 'noted when a session ended',
  reopen_session: 'marked an appointment as confirmed again',
  register: 'made your account',
  login: 'signed in',
  logout: 'signed out',
  request_code: 'asked for a code',
  client_verify: 'confirmed your address with a code',
  client_verify_failed: 'entered a wrong code',
  trust_browser: 'trusted a browser',
  revoke_trusted_browser: 'stopped trusting a browser',
  update_account: 'changed your details',
  change_address: 'changed your email address',
  object_address_change: 'took back a change of your email address',
  close_account: 'closed your account',
  remove_unproved_account: 'removed an account that was never confirmed',
  break_glass_open: 'opened your record in an emergency, which your therapist was told about',
  break_glass_read: 'looked at your record in an emergency',
  break_glass_end: 'closed your record again',
};

/** What was done, in words that follow a name: 'looked at your appointments'. */
export function actionWords(action: string): string {
  return ACTIONS[action] ?? messages.other(action.replaceAll('_', ' '));
}

/** '24 Nov 2026, 10:00' by the reader's clock: the log goes back for years. */
export function momentWords(instant: string): string {
  const { date, time } = instantInZone(instant, localZone());
  return `${formatDate(date, 'short')}, ${time}`;
}
