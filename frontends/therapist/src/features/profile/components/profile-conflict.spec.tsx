import { screen, waitFor, within } from '@testing-library/react';
import { useQuery } from '@attune/shared-ui/runtime';
import { fakeApi, pause, problem, renderScreen, sampleProfile, type SeenCall } from '../../../test-kit';
import { type Profile, type ProfileBody, profileQuery } from '../profile.api';
import { ProfileForm } from './profile-form';

const SAVE = 'PUT /api/therapist/profile';
const ELSEWHERE = 'Your profile was saved elsewhere meanwhile. Your own text is still here.';

/** A server that another tab saved the profile at as well. */
function practice() {
  let stored = sampleProfile({ bio: 'As it was', version: 1 });
  return {
    saveElsewhere: (part: Partial<Profile>) => {
      stored = { ...stored, ...part, version: stored.version + 1 };
    },
    handlers: {
      'GET /api/therapist/profile': () => ({ json: stored }),
      [SAVE]: ({ body }: SeenCall) => {
        const { version, ...content } = body as ProfileBody & { version: number };
        if (version !== stored.version) return problem(409, ELSEWHERE);
        stored = { ...stored, ...(content as Partial<Profile>), version: version + 1 };
        return { json: stored };
      },
    },
  };
}

function Page() {
  const { data } = useQuery(profileQuery());
  return data ? <ProfileForm profile={data} labelledBy="none" onDirtyChange={() => undefined} /> : null;
}

const bio = () => screen.getByLabelText<HTMLTextAreaElement>(/^Bio/);

async function conflict() {
  const { saveElsewhere, handlers } = practice();
  const api = fakeApi(handlers);
  const view = renderScreen(<Page />, '/profile');
  await screen.findByLabelText(/^Bio/);
  await view.user.clear(bio());
  await view.user.type(bio(), 'Typed here');
  saveElsewhere({ bio: 'Saved in another tab', phone: '555 0102' });
  await view.user.click(screen.getByRole('button', { name: 'Save Profile' }));
  await screen.findByRole('region', { name: 'The saved one' });
  return { ...view, api };
}

describe('a profile that another tab saved meanwhile', () => {
  it('is not overwritten, and both texts are shown', async () => {
    const { api } = await conflict();
    expect(screen.getByRole('alert').textContent).toContain('Your profile was saved somewhere else');
    const side = async (name: string) => (await within(screen.getByRole('region', { name })).findByText(/Bio/)).closest('section')?.textContent;
    await waitFor(async () => expect(await side('The saved one')).toMatch(/Saved in another tab[\s\S]*555 0102/));
    expect(await side('Yours')).toContain('Typed here');
    expect(bio().value).toBe('Typed here');
    expect(api.to(SAVE).map(({ body }) => (body as { version: number }).version)).toEqual([1]);
  });

  it('takes mine as the newest once I say so', async () => {
    const { user, api, toasts } = await conflict();
    await user.click(screen.getByRole('button', { name: 'Save mine' }));
    await waitFor(() => expect(toasts).toContain('Profile updated successfully'));
    expect(api.to(SAVE).at(-1)?.body).toMatchObject({ bio: 'Typed here', phone: null, version: 2 });
    expect(screen.queryByRole('region', { name: 'The saved one' })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save Profile' })));
  });

  it('comes into sight with the focus, for Save is far below', async () => {
    await conflict();
    expect(document.activeElement?.contains(screen.getByRole('alert'))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('gives me the saved one, and mine back', async () => {
    const { user } = await conflict();
    await user.click(screen.getByRole('button', { name: 'Take the saved one' }));
    expect(bio().value).toBe('Saved in another tab');
    expect(screen.queryByRole('region', { name: 'The saved one' })).toBeNull();
    await pause();
    expect(screen.getByLabelText<HTMLInputElement>(/^Phone/).value).toBe('555 0102');
  });
});
