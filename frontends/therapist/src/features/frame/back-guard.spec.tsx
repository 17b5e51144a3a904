import { Link } from '@attune/shared-ui/runtime';
import { renderPage } from '@attune/shared-ui/testing/render-screen';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { PlainFrame } from './components/plain-frame';

const onLeave = jest.fn();

function Editor() {
  const [text, setText] = useState('');
  return (
    <PlainFrame guard={{ unsaved: text !== '', title: 'Leave?', body: 'It is lost.', onLeave }}>
      <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="/editor?part=2">Part 2</Link>
    </PlainFrame>
  );
}

/** Two steps into the history: the first one is another page of the editor. */
async function open() {
  const view = renderPage(Editor, '/editor', '/editor');
  await view.user.click(screen.getByRole('link', { name: 'Part 2' }));
  await view.user.type(screen.getByLabelText('Text'), 'typed');
  return view;
}

const press = (name: string) => screen.findByRole('button', { name });
const arrived = (search: string) => waitFor(() => expect(window.location.search).toBe(search));

it('Back asks and stays where it was', async () => {
  const { user } = await open();
  window.history.back();
  await user.click(await press('Stay'));
  expect(window.location.search).toBe('?part=2');
  expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('typed');
  expect(onLeave).not.toHaveBeenCalled();
});

it('Back leaves once somebody insists, and Forward asks as well', async () => {
  const { user } = await open();
  window.history.back();
  await user.click(await press('Leave without saving'));
  expect(onLeave).toHaveBeenCalledTimes(1);
  await arrived('');
  window.history.forward();
  await user.click(await press('Leave without saving'));
  await arrived('?part=2');
});

it('Back leaves without a word where nothing was typed', async () => {
  const { user } = await open();
  await user.clear(screen.getByLabelText('Text'));
  window.history.back();
  await arrived('');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
