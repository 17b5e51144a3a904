import { Page } from 'playwright-core';
import { problemsOf } from '../harness/axe';
import { seen, signIn } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

const LONG = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswessenschafe';
const SETUP = '/dashboard?tab=ai-meeting&view=setup';

interface Consent {
  consent_id: string;
  client_id: string | null;
  client_name: string | null;
}

/** Asks as the page does, for somebody who is not among the clients. */
async function ask(page: Page): Promise<void> {
  await page.goto(SETUP);
  await page.getByRole('radio', { name: /^On this device/ }).check();
  await page.getByRole('button', { name: 'Request Consent' }).click();
  await seen(page, 'Waiting for both consents');
}

/** Leaves the setup as another device finds it: nothing of this tab is known there. */
async function elsewhere(page: Page): Promise<void> {
  await page.goto(SETUP);
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await page.getByRole('button', { name: 'Request Consent' }).waitFor();
}

it('consents that were asked for already are found again: none, one, many, of people with long names; a session goes on with any of them', async () => {
  await visit(async (page) => {
    const problems: string[] = [];
    const list = page.getByRole('region', { name: 'Asked for already' });
    const states = (): Promise<string[]> => list.getByText(/^(?:Complete|Waiting|Declined)$/).allInnerTexts();
    await signIn(page, 'Demo therapist');
    await page.goto(SETUP);
    await page.getByRole('button', { name: 'Request Consent' }).waitFor();
    expect(await list.count()).toBe(0);
    problems.push(...(await problemsOf(page, 'open consents, none')));

    await ask(page);
    await elsewhere(page);
    await list.getByText('Waiting').waitFor();
    problems.push(...(await problemsOf(page, 'open consents, one')));
    await list.getByRole('button', { name: /^Go on with the consent of/ }).click();
    await page.getByRole('button', { name: 'I agree' }).click();
    await seen(page, 'You have agreed.');
    await page.getByRole('button', { name: 'My client agrees', exact: true }).click();
    await seen(page, 'Both consents are complete');

    await elsewhere(page);
    await ask(page);
    await page.getByRole('button', { name: 'I decline' }).click();
    for (let more = 0; more < 6; more += 1) {
      await elsewhere(page);
      await ask(page);
    }
    // Some of them of clients, whose names are as long as names can be.
    await page.route(/\/api\/ai-meeting\/consents$/, async (route) => {
      const answer = await route.fetch();
      const consents = (await answer.json()) as Consent[];
      const names = [`${LONG} von ${LONG}`, LONG, 'Nadia Öztürk', 'فاطمة الزهراء بنت محمد'];
      await route.fulfill({ response: answer, json: consents.map((each, place) => (names[place] === undefined ? each : { ...each, client_id: each.consent_id, client_name: names[place] })) });
    });
    await elsewhere(page);
    // What a session can begin with at once stands first.
    await list.getByText('Complete').waitFor();
    expect(await states()).toEqual(['Complete', 'Waiting', 'Waiting']);
    problems.push(...(await problemsOf(page, 'open consents, many')));
    await list.getByRole('button', { name: 'Show all 8' }).press('Enter');
    await list.getByText('Nadia Öztürk').waitFor();
    expect(await states()).toEqual(['Complete', ...Array<string>(6).fill('Waiting'), 'Declined']);
    problems.push(...(await problemsOf(page, 'open consents, all')));
    await list.getByRole('button', { name: 'Show fewer' }).press('Enter');
    expect(await states()).toHaveLength(3);

    await page.unroute(/\/api\/ai-meeting\/consents$/);
    await page.route(/\/api\/ai-meeting\/consents$/, (route) => route.fulfill({ status: 500, json: { detail: 'no' } }));
    await elsewhere(page);
    await seen(page, 'Whether consents were asked for already could not be loaded.');
    problems.push(...(await problemsOf(page, 'open consents, failing')));
    await page.unroute(/\/api\/ai-meeting\/consents$/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await list.getByText('Complete').waitFor();
    expect(problems).toEqual([]);
  });
});
