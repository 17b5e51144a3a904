import { ApiError, readDrafts } from '@attune/shared-ui/runtime';
import { endSession, refreshSession } from '@attune/shared-ui/runtime/host';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormField, FormNotes, SILENT, type ServerFormOptions, type Typed, useServerForm } from './index';

interface CardBody {
  name: string;
  phone?: string | null;
  pin?: string;
  days: { day: number; open: boolean }[];
}
type Card = Typed<CardBody>;

const STORED: Card = { name: 'Nadia', phone: '', pin: '', days: [] };
const CHANGED = /^This was changed somewhere else meanwhile\./;

/** Two text fields, one that is never written down, and a list without a field of its own. */
function CardForm(options: Partial<ServerFormOptions<Card>>) {
  const form = useServerForm<Card>({ stored: STORED, keep: { form: 'card', record: '1', never: ['pin'] }, send: async () => undefined, ...options });
  return (
    <form {...form.props} aria-label="Card">
      <FormNotes form={form} />
      <FormField form={form} name="phone" label="Phone">
        {(control) => <input {...control} />}
      </FormField>
      <FormField form={form} name="name" label="Name">
        {(control) => <input {...control} />}
      </FormField>
      <FormField form={form} name="pin" label="Pin">
        {(control) => <input {...control} />}
      </FormField>
      <button type="button" onClick={form.discard}>
        Cancel
      </button>
      <button aria-busy={form.busy}>Save</button>
      {form.dirty && <p>Unsaved</p>}
      <p>Open: {form.values().days.filter(({ open }) => open).length}</p>
    </form>
  );
}

/** Who the server says is signed in. */
async function signIn(id: string) {
  globalThis.fetch = async () =>
    new Response(JSON.stringify({ id, email: `${id}@example.org`, name: id, picture: null, user_type: 'therapist' }), { headers: { 'Content-Type': 'application/json' } });
  await act(() => refreshSession());
}

const open = (options: Partial<ServerFormOptions<Card>> = {}) => ({ ...render(<CardForm {...options} />), user: userEvent.setup() });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const save = () => fireEvent.click(screen.getByText('Save'));
const kept = () => Object.values({ ...sessionStorage }).join();
const refusal = (errors: { field: string; message: string }[]) => new ApiError(400, 'Please check what you typed.', errors);

beforeEach(() => signIn('amelie'));
afterEach(() => endSession('logout'));

describe('What the server refuses', () => {
  it('stands at the fields of its names, and the first one on the screen takes the focus', async () => {
    const errors = [{ field: 'name', message: 'Too long.' }, { field: 'phone.0', message: 'Digits, please.' }, { field: 'phone', message: 'Second.' }];
    open({ send: () => Promise.reject(refusal(errors)) });
    type('Phone', 'x');
    save();
    expect(await screen.findByText('Digits, please.')).toBeTruthy();
    expect(screen.getByText('Too long.')).toBeTruthy();
    expect(document.activeElement).toBe(field('Phone'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field('Phone').value).toBe('x');
    type('Phone', '1');
    expect(screen.queryByText('Digits, please.')).toBeNull();
    expect(screen.getByText('Too long.')).toBeTruthy();
  });

  it('is said above the form where no field has that name, or none is named', async () => {
    let answer = refusal([{ field: 'days.1.open', message: 'Monday is taken.' }, { field: 'gone', message: 'Monday is taken.' }]);
    open({ send: () => Promise.reject(answer) });
    save();
    expect((await screen.findByRole('alert')).textContent).toBe('Monday is taken.');
    answer = refusal([]);
    save();
    expect(await screen.findByText('Please check what you typed.')).toBeTruthy();
  });

  it('may be said in other words, or not at all', async () => {
    const onRefused = jest.fn(() => SILENT);
    open({ send: () => Promise.reject(refusal([{ field: 'name', message: 'Too long.' }])), onRefused });
    save();
    await waitFor(() => expect(onRefused).toHaveBeenCalledWith(expect.any(ApiError), { fields: { name: 'Too long.' }, lines: [] }));
    expect(screen.queryByText('Too long.')).toBeNull();
  });
});

describe('What is wrong before', () => {
  const check = ({ name, phone }: Card) => ({ ...(name === '' && { name: 'A name, please.' }), ...(phone === name && { phone: 'Not your name.' }) });

  it('is shown at once, and nothing is sent', () => {
    const send = jest.fn();
    const onInvalid = jest.fn();
    open({ check, send, onInvalid });
    type('Name', '');
    save();
    expect(screen.getByText('A name, please.')).toBeTruthy();
    expect(document.activeElement).toBe(field('Phone'));
    expect(onInvalid).toHaveBeenCalledWith({ name: 'A name, please.', phone: 'Not your name.' });
    expect(send).not.toHaveBeenCalled();
  });

  it('is found anew while one types, where fields depend on each other', () => {
    open({ check, checksOn: true });
    type('Name', '');
    save();
    type('Phone', '1');
    expect(screen.queryByText('Not your name.')).toBeNull();
    expect(screen.getByText('A name, please.')).toBeTruthy();
    type('Name', '1');
    expect(screen.getByText('Not your name.')).toBeTruthy();
  });
});

describe('Sending', () => {
  it('happens once however often it is pressed, and again after a failure', async () => {
    const answers: (() => void)[] = [];
    const send = jest.fn(() => new Promise<void>((_, fail) => answers.push(() => fail(refusal([])))));
    const { user } = open({ send });
    await user.dblClick(screen.getByText('Save'));
    await user.type(field('Name'), '{Enter}{Enter}');
    expect(send).toHaveBeenCalledTimes(1);
    expect(screen.getByText('Save').getAttribute('aria-busy')).toBe('true');
    await act(async () => answers[0]?.());
    expect(screen.getByText('Save').getAttribute('aria-busy')).toBe('false');
    save();
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('takes over what is stored, but not over what was typed meanwhile', async () => {
    let answer: (stored: Card) => void = () => undefined;
    open({ send: () => new Promise((resolve) => (answer = resolve)) });
    type('Name', ' Nadia Y ');
    type('Phone', '1');
    save();
    type('Phone', '12');
    await act(async () => answer({ ...STORED, name: 'Nadia Y', phone: '1' }));
    expect([field('Name').value, field('Phone').value]).toEqual(['Nadia Y', '12']);
    expect(screen.getByText('Unsaved')).toBeTruthy();
    expect(screen.queryByText(CHANGED)).toBeNull();
    expect(kept()).not.toContain('Nadia Y');
  });
});

describe('What was typed', () => {
  it('is there again after leaving and after a reload, and counts as unsaved', () => {
    open().unmount();
    const first = open();
    expect(screen.queryByText('Unsaved')).toBeNull();
    type('Phone', '+49');
    first.unmount();
    open();
    expect(field('Phone').value).toBe('+49');
    expect(screen.getByText('Unsaved')).toBeTruthy();
    expect(screen.queryByText(CHANGED)).toBeNull();
  });

  it('is nowhere but in this tab, and secrets are not even there', () => {
    const view = open();
    type('Pin', '0000');
    type('Name', 'Mara');
    const lies = JSON.stringify(readDrafts('amelie'));
    expect(lies).toContain('Mara');
    expect(lies).not.toContain('0000');
    expect(kept()).not.toContain('Mara');
    expect(localStorage).toHaveLength(0);
    view.unmount();
    open({ keep: undefined });
    expect(field('Name').value).toBe('Nadia');
  });

  it('belongs to its record', () => {
    const view = open();
    type('Name', 'Mara');
    view.unmount();
    open({ keep: { form: 'card', record: '2' } });
    expect(field('Name').value).toBe('Nadia');
  });

  it('is forgotten once it is saved, given up or typed back', async () => {
    open();
    type('Name', 'Mara');
    save();
    await waitFor(() => expect(kept()).toBe(''));
    type('Name', 'Lena');
    fireEvent.click(screen.getByText('Cancel'));
    expect(field('Name').value).toBe('Mara');
    expect(kept()).toBe('');
    type('Name', 'Lena');
    type('Name', 'Mara');
    expect(kept()).toBe('');
  });

  it.each(['logout', 'expired'] as const)('is forgotten with the session (%s), also by a page that is still open', (cause) => {
    open();
    type('Name', 'Mara');
    act(() => endSession(cause));
    expect(kept()).toBe('');
    type('Name', 'Mara again');
    expect(kept()).toBe('');
  });

  it('is read by no other account, nor written down in its name', async () => {
    const view = open();
    type('Name', 'Mara');
    await signIn('bert');
    type('Name', 'Mara again');
    expect(kept()).not.toContain('Mara again');
    view.unmount();
    open();
    expect(field('Name').value).toBe('Nadia');
    expect(kept()).toBe('');
  });

  it('by a visitor is forgotten at the sign-in', async () => {
    act(() => endSession('logout'));
    const view = open();
    type('Name', 'Mara');
    view.unmount();
    const second = open();
    expect(field('Name').value).toBe('Mara');
    second.unmount();
    await signIn('amelie');
    expect(kept()).toBe('');
  });
});

describe('A save in another tab', () => {
  const days = (...open: boolean[]) => open.map((one, day) => ({ day: String(day), open: one }));

  it('brings its values into fields that nobody touched; what was typed stays, and a sentence says so', () => {
    const view = open();
    type('Name', 'Mara');
    view.rerender(<CardForm stored={{ ...STORED, name: 'Lena', phone: '+49', days: days(true) }} />);
    expect([field('Name').value, field('Phone').value]).toEqual(['Mara', '+49']);
    expect(screen.getByText('Open: 1')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toMatch(CHANGED);
    expect(screen.getByText('Unsaved')).toBeTruthy();
  });

  it('is followed without a word where nothing was typed', () => {
    const view = open();
    view.rerender(<CardForm stored={{ ...STORED, name: 'Lena' }} />);
    expect(field('Name').value).toBe('Lena');
    expect(screen.queryByRole('status')).toBeNull();
    expect(screen.queryByText('Unsaved')).toBeNull();
  });

  it('is told, too, when the form opens again', () => {
    const view = open();
    type('Name', 'Mara');
    view.unmount();
    open({ stored: { ...STORED, name: 'Lena', phone: '+49' } });
    expect([field('Name').value, field('Phone').value]).toEqual(['Mara', '+49']);
    expect(screen.getByText(CHANGED)).toBeTruthy();
  });

  it('is mixed with nothing that was typed where the fields hang together, also when the form opens again', () => {
    const whole = { keep: { form: 'card', record: '1', whole: true } };
    const view = open(whole);
    type('Name', 'Mara');
    view.rerender(<CardForm {...whole} stored={{ ...STORED, phone: '+49' }} />);
    expect([field('Name').value, field('Phone').value]).toEqual(['Mara', STORED.phone]);
    view.unmount();
    open({ ...whole, stored: { ...STORED, phone: '+49', days: days(true) } });
    expect([field('Name').value, field('Phone').value]).toEqual(['Mara', STORED.phone]);
    expect(screen.getByText('Open: 0')).toBeTruthy();
    expect(screen.getByText(CHANGED)).toBeTruthy();
  });
});
