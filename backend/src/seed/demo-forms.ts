import { Injectable } from '@nestjs/common';
import { newId } from '../common/database/database';
import { Work } from '../common/work/work';
import { IntakeFormService } from '../modules/intake-forms/builder/intake-form.service';
import { IntakeForm, type IntakeFormVersion, ServiceIntakeForm } from '../modules/intake-forms/intake-form.entity';
import type { Service } from '../modules/offerings/offering.entity';
import { DAY_MS } from '../modules/scheduling/rules/calendar';

type Content = Pick<IntakeFormVersion, 'title' | 'description' | 'questions' | 'instrument'>;
type Question = Content['questions'][number];

const ask = (id: string, type: Question['type'], question: string, part: Partial<Question> = {}): Question => ({
  id: `q_1764000000000_${id}`,
  type,
  question,
  help_text: '',
  required: false,
  options: [],
  new_page: false,
  show_if: null,
  ...part,
});

/** A form of the practice's own, with every type of question, pages and conditions. */
const FIRST_VISIT: Content = {
  title: 'Before your first session',
  description: 'Ten quiet minutes that save us half of the first hour. Leave open what you would rather say than write.',
  instrument: null,
  questions: [
    ask('name', 'text', 'How would you like to be called?', { required: true }),
    ask('born', 'date', 'When were you born?'),
    ask('phone', 'phone', 'Under which number can I reach you if the connection breaks?', { help_text: 'Only for the minutes around a session.' }),
    ask('mail', 'email', 'To which address may I send exercises?'),
    ask('reason', 'textarea', 'What brings you here?', { required: true, new_page: true, help_text: 'A sentence is enough.\nThere is no wrong place to begin.' }),
    ask('since', 'select', 'Since when has it been on your mind?', { options: ['A few weeks', 'A few months', 'About a year', 'Longer', 'أطول مما أستطيع أن أتذكر'] }),
    ask('areas', 'checkbox', 'Where does it touch your life?', { options: ['Sleep', 'Work or school', 'Relationships', 'Body and health', 'Money', 'Something else'] }),
    ask('before', 'radio', 'Have you been in therapy before?', { required: true, options: ['No', 'Yes, some time ago', 'Yes, until now'], new_page: true }),
    ask('helped', 'textarea', 'What helped then, and what did not?', { show_if: { question_id: 'q_1764000000000_before', any_of: ['Yes, some time ago', 'Yes, until now'] } }),
    ask('nights', 'number', 'How many hours do you sleep in a usual night?'),
    ask('strain', 'scale', 'How heavy is it today?', { help_text: '1 is light, 10 is more than you can carry.', required: true }),
    ask('support', 'text', 'Who stands by you when it is that heavy?', { show_if: { question_id: 'q_1764000000000_strain', at_least: 8 } }),
  ],
};

/** The intake forms of the demo practice: its own, and the templates. */
@Injectable()
export class DemoForms {
  constructor(private readonly forms: IntakeFormService) {}

  /** @param services the first visit's form goes out with the second one of them */
  async add(work: Work, therapistId: string, services: readonly Pick<Service, 'id'>[]): Promise<void> {
    const templates = this.forms.templates().map(({ title, description, questions, instrument }) => ({ title, description, questions, instrument }));
    const made = [FIRST_VISIT, ...templates].map((content, index) => ({ id: newId(), content, at: new Date(work.now().getTime() - (90 - index * 20) * DAY_MS) }));
    await work.tx.manager.insert(IntakeForm, made.map(({ id, at }) => ({ id, therapist_id: therapistId, version: 1, created_at: at, updated_at: at })));
    await this.forms.insertVersions(work, made.map(({ id, content, at }) => ({ form_id: id, version: 1, created_at: at, ...content })));
    const [formId, serviceId] = [made[0]?.id, services[1]?.id];
    if (formId && serviceId) await work.tx.manager.insert(ServiceIntakeForm, { service_id: serviceId, form_id: formId, therapist_id: therapistId, every_booking: false });
  }
}
