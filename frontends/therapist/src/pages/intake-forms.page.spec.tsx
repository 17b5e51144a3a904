import { screen, waitFor, within } from '@testing-library/react';
import type { FormService, IntakeForm, IntakeTemplate } from '../features/intake-forms/intake-forms.api';
import { fakeApi, pause, problem, renderScreen, sampleForm, sampleId, sampleQuestion, sampleService } from '../test-kit';
import IntakeFormsPage from './intake-forms.page';

const FORMS = '/api/therapist/intake-forms';
const SAVE = `PUT ${FORMS}/{id}`;
const CREATE = `POST ${FORMS}`;

const service = sampleService({ name: 'Individual session' });

/** A server with these forms. */
function practice(forms: IntakeForm[], attached: FormService[] = []) {
  const change = (id: string, part: Partial<IntakeForm>) => {
    const form = forms.find((one) => one.id === id)!;
    Object.assign(form, part);
    return { json: { ...form } };
  };
  const idIn = (path: string) => path.split('/')[4] ?? '';
  return fakeApi({
    [`GET ${FORMS}`]: ({ query }) => ({ json: forms.filter(({ archived }) => archived === (query.get('archived') === 'true')) }),
    [`GET ${FORMS}/{id}`]: ({ path }) => {
      const form = forms.find(({ id }) => id === idIn(path));
      return form ? { json: { ...form } } : problem(404, 'There is no such form.');
    },
    [`GET ${FORMS}/{id}/services`]: () => ({ json: { services: attached } }),
    [`PUT ${FORMS}/{id}/services`]: ({ body }) => ({ json: body }),
    [`GET ${FORMS}/templates`]: () => ({ json: [TEMPLATE] }),
    [CREATE]: ({ body }) => {
      const form = sampleForm(body as Partial<IntakeForm>);
      forms.push(form);
      return { status: 201, json: form };
    },
    [SAVE]: ({ path, body }) => {
      const form = forms.find(({ id }) => id === idIn(path))!;
      const { version, ...part } = body as Partial<IntakeForm>;
      return version === form.version ? change(form.id, { ...part, version: version + 1 }) : problem(409, 'This form was saved somewhere else meanwhile.');
    },
    [`POST ${FORMS}/{id}/archive`]: ({ path }) => change(idIn(path), { archived: true }),
    [`POST ${FORMS}/{id}/restore`]: ({ path }) => change(idIn(path), { archived: false }),
    'GET /api/therapist/services': () => ({ json: [service] }),
  });
}

const TEMPLATE: IntakeTemplate = {
  key: 'gad-7',
  title: 'GAD-7',
  description: 'Over the last 2 weeks',
  instrument: 'gad-7',
  questions: [sampleQuestion({ question: 'Trouble relaxing', type: 'radio', options: ['Not at all', 'Several days'] })],
  source: 'No permission required to reproduce, translate, display or distribute.',
};

const openPage = (address = '/intake-forms') => renderScreen(<IntakeFormsPage />, address);
const edit = async (form: IntakeForm) => {
  const view = openPage(`/intake-forms?form=${form.id}`);
  await screen.findByRole('form', { name: 'Edit form' });
  return { ...view, press: (name: string) => view.user.click(screen.getByRole('button', { name })) };
};
const order = () => screen.getAllByRole('button', { expanded: undefined }).flatMap((one) => (one.dataset['part'] === 'title' ? [one.querySelector('bdi')?.textContent] : []));
const titleField = () => screen.getByLabelText<HTMLInputElement>('Form title');

afterEach(() => sessionStorage.clear());

describe('the list of forms', () => {
  it('is empty at first and leads to the first form', async () => {
    practice([]);
    const { user } = openPage();
    expect(await screen.findByText('No Intake Forms Yet')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Create First Form' }));
    expect(await screen.findByRole('form', { name: 'New form' })).toBeTruthy();
    expect(window.location.search).toBe('?form=new');
  });

  it('shows what a form is, previews it, and archives it with a way back', async () => {
    const form = sampleForm({ description: 'Before we meet', questions: [sampleQuestion(), sampleQuestion({ question: 'Second', required: true })] });
    const api = practice([form]);
    const { user, toasts } = openPage();
    expect(await screen.findByRole('heading', { name: 'First visit' })).toBeTruthy();
    expect(screen.getByText(/2 questions · Created .*Nov/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Preview First visit' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('button', { name: 'Finish preview' }));
    expect(dialog.getByText('Please answer this question.')).toBeTruthy();
    await user.type(dialog.getByLabelText('Second'), 'x');
    await user.click(dialog.getByRole('button', { name: 'Finish preview' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Archive First visit' }));
    expect(await screen.findByText('No Intake Forms Yet')).toBeTruthy();
    expect(toasts).toEqual(['This was the end of the form. Nothing was stored.', 'Form archived']);
    await user.click(screen.getByRole('radio', { name: 'Archived' }));
    await user.click(await screen.findByRole('button', { name: 'Restore First visit' }));
    expect(await screen.findByText('No archived forms')).toBeTruthy();
    expect(api.calls.filter(({ route }) => route.startsWith('P')).map(({ route }) => route)).toEqual([`POST ${FORMS}/{id}/archive`, `POST ${FORMS}/{id}/restore`]);
  });

  it('says when it could not be loaded, and tries again', async () => {
    const api = practice([sampleForm()]);
    const working = api.handlers[`GET ${FORMS}`]!;
    api.handlers[`GET ${FORMS}`] = () => problem(500, 'The server is resting.');
    const { user, toasts } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(toasts).toEqual(['Failed to load intake forms']);
    api.handlers[`GET ${FORMS}`] = working;
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'First visit' })).toBeTruthy();
  });
});

describe('a new form', () => {
  it('asks for a title and a question, then is made with what was typed', async () => {
    const api = practice([]);
    const { user, toasts } = openPage('/intake-forms?form=new');
    await screen.findByRole('form', { name: 'New form' });
    const save = () => user.click(screen.getByRole('button', { name: 'Save Form' }));
    await save();
    expect(document.activeElement).toBe(titleField());
    await user.type(titleField(), 'First visit');
    await save();
    expect(toasts).toEqual(['Please enter a form title', 'Please add at least one question']);
    await user.click(screen.getByRole('button', { name: 'Add Question' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Question'));
    await user.type(screen.getByLabelText('Question'), 'How do you sleep?');
    await user.selectOptions(screen.getByLabelText('Question type'), 'Single Choice');
    await user.type(screen.getByLabelText('Option 1'), 'Well{Enter}Badly');
    await user.click(screen.getByRole('checkbox', { name: 'Required' }));
    await user.click(screen.getByRole('checkbox', { name: 'Individual session' }));
    await save();
    expect(await screen.findByRole('heading', { name: 'First visit' })).toBeTruthy();
    expect(api.to(CREATE)[0]?.body).toEqual({
      title: 'First visit',
      description: '',
      instrument: null,
      questions: [
        { id: expect.stringMatching(/^q_\d{13}_/) as string, type: 'radio', question: 'How do you sleep?', help_text: '', required: true, options: ['Well', 'Badly'], new_page: false, show_if: null },
      ],
    });
    expect(api.to(`PUT ${FORMS}/{id}/services`)[0]?.body).toEqual({ services: [{ service_id: service.id, every_booking: false }] });
    expect(toasts.at(-1)).toBe('Intake form created successfully');
    expect(sessionStorage).toHaveLength(0);
  });

  it('is not made twice when its services could not be saved', async () => {
    const api = practice([]);
    const services = api.handlers[`PUT ${FORMS}/{id}/services`]!;
    api.handlers[`PUT ${FORMS}/{id}/services`] = () => problem(500, 'The server is resting.');
    const { user, toasts } = openPage('/intake-forms?form=new&from=gad-7');
    await screen.findByDisplayValue('GAD-7');
    await user.click(screen.getByRole('checkbox', { name: 'Individual session' }));
    await user.click(screen.getByRole('button', { name: 'Save Form' }));
    await waitFor(() => expect(toasts).toEqual(['Failed to save intake form']));
    api.handlers[`PUT ${FORMS}/{id}/services`] = services;
    await user.click(screen.getByRole('button', { name: 'Save Form' }));
    await screen.findByRole('heading', { name: 'GAD-7' });
    expect(api.to(CREATE)).toHaveLength(1);
  });

  it('can begin with a template, and be saved without its score once it was changed', async () => {
    const api = practice([]);
    api.handlers[CREATE] = ({ body }) =>
      (body as IntakeForm).instrument === null
        ? { status: 201, json: sampleForm(body as Partial<IntakeForm>) }
        : problem(422, 'It cannot be scored.', [{ field: 'instrument', message: 'It cannot be scored.' }]);
    const { user } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Use a Template' }));
    expect(await screen.findByText(TEMPLATE.source)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Use this template: GAD-7' }));
    expect(await screen.findByText('Answers are scored as GAD-7')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save Form' }));
    expect(await screen.findByText('It cannot be scored.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save without scoring' }));
    await waitFor(() => expect(api.to(CREATE).map(({ body }) => (body as IntakeForm).instrument)).toEqual(['gad-7', null]));
  });
});

it('the preview of what is being edited is filled in and finished without a save', async () => {
  const form = sampleForm();
  const api = practice([form]);
  const { user, press, toasts } = await edit(form);
  await user.type(titleField(), '!');
  await press('Preview');
  const dialog = within(await screen.findByRole('dialog', { name: 'First visit!' }));
  await user.type(dialog.getByLabelText(/What brings you here/), 'x{Enter}');
  await waitFor(() => expect(toasts).toEqual(['This was the end of the form. Nothing was stored.']));
  await pause();
  expect(api.to(SAVE)).toEqual([]);
  expect(titleField().value).toBe('First visit!');
});

describe('the questions of a form', () => {
  const three = () => sampleForm({ questions: ['One', 'Two', 'Three'].map((question) => sampleQuestion({ question })) });

  it('move by button; the focus stays on the moved one, and the ends cannot be left', async () => {
    const form = three();
    practice([form]);
    const { press } = await edit(form);
    expect(screen.getByRole('button', { name: 'Move question 1 up' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Move question 3 down' })).toHaveProperty('disabled', true);
    await press('Move question 1 down');
    expect(order()).toEqual(['Two', 'One', 'Three']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move question 2 down' }));
    expect(screen.getByText('Moved to position 2 of 3.')).toBeTruthy();
    await press('Move question 2 down');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move question 3 up' }));
  });

  it('are copied behind the original with an id of their own, and deleted with a way back', async () => {
    const form = three();
    const api = practice([form]);
    const { press } = await edit(form);
    await press('Duplicate question 1');
    expect(order()).toEqual(['One', 'One (Copy)', 'Two', 'Three']);
    await press('Delete question 4');
    expect(document.activeElement?.textContent).toContain('Two');
    await press('Save Form');
    await waitFor(() => expect(api.to(SAVE)).toHaveLength(1));
    const { questions } = api.to(SAVE)[0]?.body as IntakeForm;
    expect(questions.map(({ question }) => question)).toEqual(['One', 'One (Copy)', 'Two']);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(3);
  });

  it('hang on earlier answers: the condition follows a renamed option, and is shown as broken without it', async () => {
    const asked = sampleQuestion({ question: 'Sleep?', type: 'radio', options: ['Well', 'Badly'] });
    const form = sampleForm({ questions: [asked, sampleQuestion({ question: 'Why?', show_if: { question_id: asked.id, any_of: ['Badly'] } })] });
    const api = practice([form]);
    const { user, press, toasts } = await edit(form);
    await user.click(screen.getByRole('button', { name: /Sleep\?/ }));
    await user.type(screen.getByLabelText('Option 2'), ' indeed');
    await press('Delete option 1');
    await press('Save Form');
    await waitFor(() => expect(api.to(SAVE)).toHaveLength(1));
    expect((api.to(SAVE)[0]?.body as IntakeForm).questions[1]?.show_if).toEqual({ question_id: asked.id, any_of: ['Badly indeed'] });

    await user.click(await screen.findByRole('button', { name: 'Edit First visit' }));
    await user.click(await screen.findByRole('button', { name: /Sleep\?/ }));
    await press('Add option');
    await user.type(screen.getByLabelText('Option 2'), 'Well');
    await press('Delete option 1');
    expect(screen.getByText('Condition broken')).toBeTruthy();
    expect(screen.getByText('An answer that this depends on was deleted. Choose again.')).toBeTruthy();
    await press('Save Form');
    expect(toasts.at(-1)).toBe('Please look at what is marked.');
    expect(api.to(SAVE)).toHaveLength(1);
    await user.click(screen.getByRole('checkbox', { name: 'Well' }));
    await press('Save Form');
    await waitFor(() => expect(api.to(SAVE)).toHaveLength(2));
  });
});

describe('what was typed and is not saved', () => {
  it('survives a reload, and is asked about before it is left', async () => {
    const form = sampleForm();
    practice([form]);
    const { user, unmount } = await edit(form);
    await user.type(titleField(), ' (new)');
    unmount();
    const again = await edit(form);
    expect(titleField().value).toBe('First visit (new)');
    await again.press('Cancel');
    await again.press('Stay');
    await again.user.click(screen.getByRole('link', { name: '← Back to intake forms' }));
    await again.press('Leave without saving');
    expect(await screen.findByRole('heading', { name: 'First visit' })).toBeTruthy();
    await again.user.click(screen.getByRole('button', { name: 'Edit First visit' }));
    await screen.findByRole('form');
    expect(titleField().value).toBe('First visit');
  });

  it('is asked about by the browser\'s Back as well, from the first letter on', async () => {
    const form = sampleForm({ questions: [sampleQuestion({ question: 'One' })] });
    practice([form]);
    const { user } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Edit First visit' }));
    await user.click(await screen.findByRole('button', { name: /One/ }));
    await user.type(screen.getByLabelText('Question'), '!');
    window.history.back();
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Stay' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Question').value).toBe('One!');
  });

  it('stays when another tab has saved, which can be looked at or overruled', async () => {
    const form = sampleForm();
    const api = practice([form]);
    const { user, press, toasts } = await edit(form);
    await user.type(titleField(), ' mine');
    Object.assign(form, { title: 'Theirs', version: 2 });
    await press('Save Form');
    const notice = within(await screen.findByRole('alert'));
    expect(toasts).toEqual(['Failed to save intake form']);
    expect(titleField().value).toBe('First visit mine');
    await pause();
    await user.click(notice.getByRole('button', { name: 'Look at the saved one' }));
    expect(await screen.findByRole('dialog', { name: 'Theirs' })).toBeTruthy();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Save mine as the newest' }));
    await screen.findByRole('heading', { name: 'First visit mine' });
    expect(api.to(SAVE).map(({ body }) => (body as IntakeForm).version)).toEqual([1, 2]);
  });

  it('keeps the version it began with over a reload', async () => {
    const form = sampleForm();
    const api = practice([form]);
    const { user, unmount } = await edit(form);
    await user.type(titleField(), ' mine');
    unmount();
    Object.assign(form, { title: 'Theirs', version: 2 });
    const { press } = await edit(form);
    expect(titleField().value).toBe('First visit mine');
    expect(screen.getByText('This form was saved somewhere else meanwhile')).toBeTruthy();
    await press('Take the saved one');
    expect(titleField().value).toBe('Theirs');
    expect(api.to(SAVE)).toEqual([]);
  });
});

it('a form that is not there says so', async () => {
  practice([]);
  openPage(`/intake-forms?form=${sampleId()}`);
  expect(await screen.findByText('There is no such form.')).toBeTruthy();
});
