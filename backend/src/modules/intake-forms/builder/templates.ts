import { LICENCE, PUBLISHED, SOURCE } from '../scoring/instruments';
import { FormContent } from './form-rules';
import { INSTRUMENTS, Instrument, Question } from './question';
import { newQuestionId } from './question-id';

/** A form to begin with. It is the therapist's own from the first change on. */
export interface IntakeTemplate extends FormContent {
  key: string;
  /** Who made it and what may be done with it. */
  source: string;
}

/** Every template, each time with question ids of its own. */
export function intakeTemplates(): IntakeTemplate[] {
  return [...INSTRUMENTS.map(questionnaire), consent()];
}

function ask(part: Pick<Question, 'type' | 'question'> & Partial<Question>): Question {
  return { id: newQuestionId(), help_text: '', required: true, options: [], new_page: false, show_if: null, ...part };
}

function questionnaire(instrument: Instrument): IntakeTemplate {
  const { name, stem, items, options, unscored } = PUBLISHED[instrument];
  const source = `${SOURCE} ${LICENCE}`;
  const asked = items.map((question, index) => ask({ type: 'radio', question, options: [...options], help_text: index === 0 ? stem : '' }));
  const beside = unscored ? [ask({ type: 'radio', question: unscored.question, options: [...unscored.options], required: false })] : [];
  return { key: instrument, title: name, description: `${stem}\n\n${source}`, instrument, questions: [...asked, ...beside], source };
}

const AGREE = 'I have read this and agree';

const POLICIES: readonly { question: string; help_text: string; new_page?: boolean }[] = [
  {
    question: 'Confidentiality',
    help_text:
      'What you tell me stays between us. The law makes exceptions: when somebody is in serious danger, when a child or a dependent adult is being harmed, or when a court orders it. Wherever I can, I speak with you first.',
  },
  {
    question: 'Appointments and cancellation',
    help_text:
      'Your time is kept for you. Please cancel or move an appointment through the link in your confirmation as early as you can, and within the notice that is shown there. Later cancellations may be charged.',
  },
  {
    question: 'Between sessions and in a crisis',
    help_text:
      'I read messages during working hours and am no emergency service. If you are in danger or cannot keep yourself safe, call your local emergency number or a crisis line, or go to the nearest emergency department.',
  },
  {
    question: 'Sessions by video',
    new_page: true,
    help_text:
      'A video session needs a private room, a stable connection and a screen that nobody else sees. Nothing is recorded without the consent of both of us. If the connection breaks, I try again and then call you. Video is not right for every situation; we can change to meeting in person at any time.',
  },
];

function consent(): IntakeTemplate {
  const policies = POLICIES.map((policy) => ask({ type: 'checkbox', options: [AGREE], ...policy }));
  const where = ask({ type: 'text', question: 'Where will you usually be during a video session?', help_text: 'Town and country, so that I know who can help near you in an emergency.', required: false });
  const contact = ask({ type: 'text', question: 'Whom may I call in an emergency?', help_text: 'Name and telephone number.', required: false });
  return {
    key: 'consent',
    title: 'Consent to treatment and telehealth',
    description: 'Please read each part and agree to it. If anything is unclear, speak with me first.',
    instrument: null,
    questions: [...policies, where, contact],
    source: 'A draft to begin with, not legal advice. Please adapt it to your practice and the law where you work. Every change is kept as a version of its own, so that it stays clear which text somebody agreed to.',
  };
}
