// The settings: who one is, how one signs in and where, tokens, how Norn looks, and people.

import assert from 'node:assert/strict';
import { codeOf } from './support/authenticator.mjs';
import { dialog, entry, expectNoDialog, message, week } from './support/calendar.mjs';
import { Client, newEmail, password, timed } from './support/people.mjs';
import { preferencesOf } from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { nobodySignedIn } from './support/watch.mjs';
import { eventually, expectFocusKept, expectPath, signIn } from './support/ways.mjs';

const scene = makeScene();
const me = (person) => person.get('/api/v1/session');

scene.test('the sections are reached from the menu, and the address says which', async (act) => {
  const nora = await act.person();
  const page = await act.open(nora, '/');
  await page.getByRole('button', { name: 'Account of Nora Nilsen' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expectPath(page, '/settings/profile');
  const menu = page.getByRole('navigation', { name: 'Settings' });
  for (const name of [
    'Security',
    'Sessions',
    'API tokens',
    'Appearance',
    'Usage',
    'Needs attention',
    'Profile',
  ]) {
    await menu.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    assert.equal(await menu.getByRole('link', { name }).getAttribute('aria-current'), 'page');
  }
  assert.equal(await menu.getByRole('link', { name: 'People' }).count(), 0);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Needs attention' }).waitFor();
  // A section that is not there, and one that is not theirs.
  for (const address of ['/settings/nowhere', '/settings/people']) {
    await page.goto(address);
    await expectPath(page, '/settings/profile');
  }
});

scene.test('somebody changes their name', async (act) => {
  const nora = await act.person();
  const page = await act.open(nora, '/settings/profile');
  await page.getByLabel('Your name').fill('Nora Larsen');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByRole('button', { name: 'Account of Nora Larsen' }).waitFor();
  assert.equal((await me(nora)).name, 'Nora Larsen');
  await page.reload();
  await page.getByRole('button', { name: 'Account of Nora Larsen' }).waitFor();
});

scene.test('somebody changes their address, with their password', async (act) => {
  const nora = await act.person();
  const page = await act.open(nora, '/settings/profile');
  const email = newEmail('other');
  await page.getByLabel('Your e-mail address').fill(email);
  await page.getByLabel('Your password', { exact: true }).fill('not the right one');
  act.announce(page, { url: /\/api\/v1\/account$/, status: 403 });
  await page.getByRole('button', { name: 'Save address' }).click();
  await page.getByRole('alert').waitFor();
  assert.equal((await me(nora)).email, nora.email);
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Save address' }).click();
  await eventually(async () => (await me(nora)).email, email);
});

scene.test('a new password signs out everywhere else', async (act) => {
  const nora = await act.person();
  const page = await act.open(nora, '/settings/security');
  const phone = new Client(act.norn);
  await phone.call('POST', '/api/v1/session', { email: nora.email, password });
  await page.getByLabel('Current password', { exact: true }).fill(password);
  await page.getByLabel('New password', { exact: true }).fill('quite another phrase');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /Password changed/ })
    .first()
    .waitFor();
  assert.equal((await phone.ask('GET', '/api/v1/session')).status, 401);
  const again = new Client(act.norn);
  const body = { email: nora.email, password: 'quite another phrase' };
  assert.equal((await again.ask('POST', '/api/v1/session', body)).status, 200);
  // Here it goes on.
  await page.goto('/settings/profile');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
});

scene.test('a new password ends tokens and calendar links, if that is wanted', async (act) => {
  const nora = await act.person();
  const page = await act.open(nora, '/settings/security');
  const body = { name: 'Old backup', scopes: ['account:read'] };
  await nora.call('POST', '/api/v1/tokens', body);
  await page.getByLabel('Current password', { exact: true }).fill(password);
  await page.getByLabel('New password', { exact: true }).fill('quite another phrase');
  await page.getByLabel('Also revoke all API tokens and calendar links').check();
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByText('All API tokens and calendar links have been revoked.').waitFor();
  await page.goto('/settings/tokens');
  await page.getByRole('heading', { level: 1, name: 'API tokens' }).waitFor();
  await page.getByRole('button', { name: 'New token' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Remove Old backup' }).count(), 0);
});

scene.test('a second factor is set up, used, and turned off', async (act) => {
  const nora = await act.person();
  const page = await act.open(nora, '/settings/security');
  await page.getByRole('button', { name: 'Set up…' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const shown = page.getByRole('group', {
    name: 'Secret for your authenticator app',
  });
  const secret = (await shown.locator('code').innerText()).replace(/\s/g, '');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  const recoveryCode = await codes.first().innerText();
  assert.ok((await codes.count()) >= 5);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  assert.equal((await me(nora)).secondFactor, true);

  const other = await act.open(undefined, '/sign-in');
  act.announce(other, { url: /\/api\/v1\/session$/, status: 401 });
  await signIn(other, nora);
  await other.getByLabel('Code').fill(codeOf(secret, 1));
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expectPath(other, /^\/agenda/);

  await page.getByRole('button', { name: 'Turn off…' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('textbox', { name: 'Code' }).fill(recoveryCode);
  await page.getByRole('button', { name: 'Turn off', exact: true }).click();
  await page.getByRole('button', { name: 'Set up…' }).waitFor();
  assert.equal((await me(nora)).secondFactor, false);
  await expectFocusKept(page);
});

scene.test('somebody signs out elsewhere, and everywhere', async (act) => {
  const nora = await act.person();
  const laptop = new Client(act.norn);
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
  await laptop.call(
    'POST',
    '/api/v1/session',
    { email: nora.email, password },
    {
      'User-Agent': agent,
    },
  );
  const page = await act.open(nora, '/settings/sessions');
  await page.getByText('This device', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Sign out Firefox/ }).click();
  await eventually(async () => (await laptop.ask('GET', '/api/v1/session')).status, 401);
  await page.getByRole('button', { name: /^Sign out Firefox/ }).waitFor({ state: 'detached' });
  await expectFocusKept(page);

  await page.getByRole('button', { name: 'Sign out everywhere…' }).click();
  const asked = dialog(page, 'Sign out everywhere?');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expectNoDialog(page);
  await expectFocusKept(page);
  await page.getByRole('button', { name: 'Sign out everywhere…' }).click();
  await asked.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal((await nora.ask('GET', '/api/v1/session')).status, 401);
});

scene.test('a token is made, works, and is removed', async (act) => {
  const nora = await act.person();
  await nora.makeCalendar('Home');
  const page = await act.open(nora, '/settings/tokens');
  await page.getByText('You have no tokens yet.').waitFor();
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('What it is for').fill('Display in the hall');
  await page.getByRole('button', { name: 'Create token' }).click();
  const box = page.getByRole('group', { name: 'Token' });
  const token = await box.locator('code').innerText();
  const list = () =>
    new Client(act.norn).ask('GET', '/api/v1/calendars', undefined, {
      Authorization: `Bearer ${token}`,
    });
  assert.equal((await list()).status, 200);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  assert.equal(await page.getByText(token).count(), 0, 'it is shown once');
  await page.getByRole('button', { name: 'Remove Display in the hall' }).click();
  await page.getByRole('button', { name: 'Remove token' }).click();
  await message(page, 'Removed the token “Display in the hall”').waitFor();
  await expectFocusKept(page);
  assert.equal((await list()).status, 401);
});

scene.test('the theme is chosen, and stays', async (act) => {
  const page = await act.open(await act.person(), '/settings/appearance', {
    colorScheme: 'light',
  });
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.getByRole('radio', { name: 'Dark' }).check();
  const dark = await background();
  assert.notEqual(dark, light);
  await page.getByText('Saved.', { exact: true }).waitFor();
  await page.reload();
  await page.getByRole('radio', { name: 'Dark', checked: true }).waitFor();
  assert.equal(await background(), dark);
  await page.getByRole('radio', { name: 'Same as system' }).check();
  assert.equal(await background(), light);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.equal(await background(), dark);
});

scene.test('theme and week numbers are the same on all devices', async (act) => {
  const nora = await act.person();
  await nora.makeCalendar('Home');
  const page = await act.open(nora, '/settings/appearance', { colorScheme: 'light' });
  const other = await act.open(nora, week, { colorScheme: 'light' });
  const theme = () => other.evaluate(() => document.documentElement.dataset.theme);
  await other.getByRole('heading', { level: 1, name: '16 – 22 November 2026' }).waitFor();
  assert.equal(await theme(), undefined);
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.getByLabel('Show week numbers').check();
  // At once where it is open, and from the start where it is opened later.
  await eventually(theme, 'dark');
  await other.getByRole('heading', { level: 1, name: '16 – 22 November 2026 · Week 47' }).waitFor();
  const small = other.getByRole('grid', { name: 'November 2026' });
  await small.getByRole('rowheader', { name: 'Week 47' }).waitFor();
  const third = await act.open(nora, '/planner/month/2026-11-18', { colorScheme: 'light' });
  await third.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  await third.locator('[data-date="2026-11-16"] .cal-week-number', { hasText: 'W47' }).waitFor();
  // The planner's preferences are the same ones.
  await third.getByRole('link', { name: 'Preferences' }).click();
  const preferences = dialog(third, 'Preferences');
  await preferences.getByRole('radio', { name: 'Dark', checked: true }).waitFor();
  await preferences.getByLabel('Show week numbers').uncheck();
  await other
    .getByRole('heading', { level: 1, name: '16 – 22 November 2026', exact: true })
    .waitFor();
});

scene.test(
  'hours, the first weekday and the length of new events are one choice for all pages',
  async (act) => {
    const nora = await act.person();
    const home = await nora.makeCalendar('Home');
    await nora.makeEntry(home, timed('Lunch', '2026-11-18', '13:30', '14:00'));
    const page = await act.open(nora, '/settings/appearance');
    await page.getByRole('radio', { name: '2:30 pm' }).check();
    await page.getByRole('radio', { name: 'Sunday' }).check();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.getByRole('radio', { name: '45 min' }).check();
    await eventually(async () => (await preferencesOf(nora)).defaultEventDuration, 45);
    await page.goto(week);
    await page.getByRole('heading', { level: 1, name: '15 – 21 November 2026' }).waitFor();
    await entry(page, 'Lunch').waitFor();
    await page.keyboard.press('n');
    await eventually(() => dialog(page).getByLabel('To', { exact: true }).inputValue(), '11:45');
    // On another device, and in the planner.
    const other = await act.open(nora, '/planner/week/2026-11-18');
    await other.getByRole('heading', { level: 1, name: '15 – 21 November 2026' }).waitFor();
    await other.goto('/settings/appearance');
    await other.getByRole('radio', { name: '45 min', checked: true }).waitFor();
    await page.goto(week);
    await page.getByRole('button', { name: /^Lunch, .*1:30 pm to 2 pm/ }).waitFor();
    await page.goto('/settings/appearance');
    await page.getByRole('radio', { name: '14:30' }).check();
    await page.getByRole('radio', { name: 'Saturday' }).check();
    await page.getByText('Saturday applies to this device only.').waitFor();
    await page.getByRole('radio', { name: 'Monday' }).check();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.goto(week);
    await page.getByRole('heading', { level: 1, name: '16 – 22 November 2026' }).waitFor();
    await page.getByRole('button', { name: /^Lunch, .*13:30 to 14:00/ }).waitFor();
  },
);

scene.test('weeks and hours of a new account are those of the browser’s language', async (act) => {
  const nora = await act.person();
  await nora.makeCalendar('Home');
  const page = await act.open(nora, week, { locale: 'en-US' });
  const heading = page.getByRole('heading', { level: 1, name: 'November 15 – 21, 2026' });
  await heading.waitFor();
  await page.getByText('9 AM', { exact: true }).first().waitFor();
  await page.goto('/planner/week/2026-11-18');
  await heading.waitFor();
  await eventually(async () => (await preferencesOf(nora)).weekStart, 0);
});

scene.test('single keys can be turned off', async (act) => {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  await nora.makeEntry(home, timed('Lunch', '2026-11-18', '13:30', '14:00'));
  const page = await act.open(nora, '/settings/appearance');
  await page.getByLabel('Use single-key shortcuts').uncheck();
  await page.goto(week);
  await entry(page, 'Lunch').waitFor();
  await page.keyboard.press('m');
  await page.keyboard.press('n');
  await expectPath(page, week);
  await expectNoDialog(page);
});

scene.test('an account is deleted, by those who know the password', async (act) => {
  const [nora, ben] = [await act.person(), await act.person('Ben Berg')];
  await nora.makeCalendar('Hers alone');
  const club = await ben.makeCalendar('Club');
  await ben.share(club, nora, 'reader');
  const page = await act.open(nora, '/settings/profile');
  act.announce(page, nobodySignedIn);
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const asked = dialog(page, 'Delete your account?');
  await asked.getByText('the calendar “Hers alone”').waitFor();
  await asked.getByText('the calendar “Club”').waitFor();
  await asked.getByRole('button', { name: 'Delete account' }).click();
  await asked.getByRole('alert').first().waitFor();
  await asked.getByLabel('Your password', { exact: true }).fill(password);
  await asked.getByLabel('I know that this cannot be undone.').check();
  await asked.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const { users } = await act.administrator.get('/api/v1/users');
  assert.equal(
    users.some(({ id }) => id === nora.id),
    false,
  );
});

scene.test('an administrator invites, appoints and removes people', async (act) => {
  await act.ownNorn();
  const ben = await act.person('Ben Berg');
  const page = await act.open(act.administrator, '/settings/people');
  const administrates = async () => (await me(ben)).administrator;
  const toggle = page.getByRole('switch', {
    name: 'Ben Berg is an administrator',
  });
  await toggle.click();
  await eventually(administrates, true);
  await toggle.click();
  await eventually(administrates, false);

  await page.getByLabel('E-mail address (optional)').fill('cleo@example.com');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = page.getByRole('group', { name: 'Invitation link' }).locator('code');
  assert.match(await link.innerText(), /^http:\/\/127\.0\.0\.1:\d+\/join#\S+$/);
  const joining = await act.open(undefined, await link.innerText());
  await joining.getByRole('heading', { name: 'You are invited' }).waitFor();
  await page
    .getByRole('button', {
      name: /^Withdraw invitation: .*cleo@example\.com/,
    })
    .click();
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await eventually(async () => {
    return (await act.administrator.get('/api/v1/invitations')).invitations;
  }, []);

  await page.getByRole('radio', { name: /^Anyone/ }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await eventually(async () => (await act.administrator.get('/api/v1/settings')).signUp, 'open');

  await page.getByRole('button', { name: 'Disable the account of Ben Berg' }).click();
  await page.getByRole('button', { name: 'Disable account' }).click();
  await message(page, 'The account of Ben Berg is disabled.').waitFor();
  await page.getByText('Disabled', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Enable the account of Ben Berg' }).click();
  await page.getByRole('button', { name: 'Enable account' }).click();
  await message(page, 'The account of Ben Berg is enabled.').waitFor();

  await page.getByRole('button', { name: 'Delete the account of Ben Berg' }).click();
  await page.getByRole('button', { name: 'Delete account' }).click();
  await message(page, 'Deleted the account of Ben Berg').waitFor();
  await expectFocusKept(page);
  assert.equal((await act.administrator.get('/api/v1/users')).users.length, 1);
});

scene.test('people see what they use, and an administrator says how much they may', async (act) => {
  await act.ownNorn();
  const nora = await act.person();
  await nora.makeCalendar('Home');
  const used = async () => {
    const { quotas } = await nora.get('/api/v1/quotas');
    return quotas.find(({ kind }) => kind === 'calendars').used;
  };
  await eventually(used, 1);

  const page = await act.open(act.administrator, '/settings/people');
  await page.getByRole('button', { name: 'Usage of Nora Nilsen' }).click();
  const asked = dialog(page, 'Usage of Nora Nilsen');
  await asked.getByText('1 of 500', { exact: true }).waitFor();
  const calendars = asked.getByLabel('Own calendars', { exact: true }).and(page.locator('input'));
  await calendars.fill('501');
  await asked.getByRole('button', { name: 'Save' }).click();
  await asked.getByRole('alert').filter({ hasText: 'The limit can be at most 500.' }).waitFor();
  await calendars.fill('1');
  await asked.getByRole('button', { name: 'Save' }).click();
  await asked.getByText('1 of 1', { exact: true }).waitFor();
  await asked.getByText('Limit reached', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
  await page.getByLabel('Storage, in MB').fill('5');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await message(page, 'Limits saved').waitFor();

  const hers = await act.open(nora, '/settings/usage');
  await hers.getByText(/ of 5 MB$/).waitFor();
  const meter = hers.getByRole('meter', { name: 'Own calendars' });
  assert.equal(await meter.getAttribute('aria-valuetext'), '1 of 1');
  await hers.getByText('up to 100,000 in each calendar').waitFor();
  await hers.goto('/calendar/month/2026-11-04/calendars/new');
  await hers.getByLabel('Name', { exact: true }).fill('Work');
  act.announce(hers, { url: /\/api\/v1\/calendars$/, status: 403 });
  await hers.getByRole('button', { name: 'Create' }).click();
  await hers
    .getByText(/The quota `calendars` is reached: 1 of 1/)
    .first()
    .waitFor();

  await page.getByRole('button', { name: 'Usage of Nora Nilsen' }).click();
  await calendars.fill('');
  await asked.getByRole('button', { name: 'Save' }).click();
  await asked.getByText('1 of 500', { exact: true }).waitFor();
});

scene.test('an item that cannot be shown is listed with the reason, and deleted', async (act) => {
  const nora = await act.person();
  const { id } = await me(nora);
  await act.norn.putItem('ProductivityData', {
    PK: `USER#${id}`,
    SK: 'EVENT#evt_1',
    entityType: 'EVENT',
    title: 'From elsewhere',
    startUtc: '2025-12-15T14:00:00Z',
    startTzid: 'Europe/Berlin',
  });
  await eventually(async () => (await nora.get('/api/v1/attention')).items.length, 1);
  const page = await act.open(nora, '/settings/attention');
  await page.getByText('The event cannot be read: `version` is missing.').waitFor();
  await page.getByText('Show as JSON').click();
  await page.getByText('"From elsewhere"').waitFor();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await dialog(page).getByRole('button', { name: 'Delete item' }).click();
  await page.getByText('Nothing needs your attention.').waitFor();
  assert.deepEqual((await nora.get('/api/v1/attention')).items, []);
});
