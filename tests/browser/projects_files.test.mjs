// Files that are attached to tasks: chosen or dropped, seen by others at once, downloaded, and removed.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { board, garden, openTask } from './support/projects.mjs';
import { makeScene } from './support/scene.mjs';

const scene = makeScene();
const fileOf = (name, buffer) => ({
  name,
  mimeType: 'application/pdf',
  buffer,
});

// Lets go of a file over the task, as a hand does that holds it: a text, or so many bytes.
async function drop(page, target, name, content) {
  const dataTransfer = await page.evaluateHandle(
    ([name, content]) => {
      const transfer = new DataTransfer();
      const part = typeof content === 'number' ? new Uint8Array(content) : content;
      transfer.items.add(new File([part], name, { type: 'text/html' }));
      return transfer;
    },
    [name, content],
  );
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await target.dispatchEvent(type, { dataTransfer });
  }
}

async function downloaded(page, link) {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return {
    name: download.suggestedFilename(),
    bytes: await readFile(await download.path()),
  };
}

scene.test('a file is attached, seen by others, downloaded and removed', async (act) => {
  const { nora, ben, project } = await garden(act);
  const [hers, his] = [await act.open(nora, board(project)), await act.open(ben, board(project))];
  const [shown, seen] = [await openTask(hers, 'Dig'), await openTask(his, 'Dig')];
  const linkIn = (where, name) => where.getByRole('link', { name, exact: true });

  // More than two parts of what one request carries.
  const bytes = randomBytes(2_500_000);
  await shown.locator('input[type=file]').setInputFiles(fileOf('Plan für Ben.pdf', bytes));
  await linkIn(shown, 'Plan für Ben.pdf').waitFor();
  await shown.getByText('2.4 MB').waitFor();
  await linkIn(seen, 'Plan für Ben.pdf').waitFor();
  const got = await downloaded(his, linkIn(seen, 'Plan für Ben.pdf'));
  assert.equal(got.name, 'Plan für Ben.pdf');
  assert.ok(got.bytes.equals(bytes));

  // What could run in a page is saved like everything else.
  const html = '<script>document.title = "ran"</script>';
  await drop(hers, shown.locator('header'), 'page.html', html);
  await linkIn(seen, 'page.html').waitFor();
  assert.equal((await downloaded(his, linkIn(seen, 'page.html'))).bytes.toString(), html);
  assert.notEqual(await his.title(), 'ran');

  await shown.getByRole('button', { name: 'Remove Plan für Ben.pdf' }).click();
  await linkIn(seen, 'Plan für Ben.pdf').waitFor({ state: 'detached' });
  assert.equal(await linkIn(seen, 'page.html').count(), 1);
});

scene.test(
  'a file that is refused says why, and one that is sent can be cancelled',
  async (act) => {
    const { nora, project, tasks } = await garden(act);
    const page = await act.open(nora, board(project));
    const shown = await openTask(page, 'Dig');
    const input = shown.locator('input[type=file]');
    await drop(page, shown.locator('.panel'), 'large.pdf', 26 * 1024 * 1024);
    await shown.getByRole('alert').getByText('a file can have up to 25 MB').waitFor();
    await shown.getByRole('button', { name: 'Remove large.pdf' }).click();
    await shown.getByRole('alert').waitFor({ state: 'detached' });

    // The server takes its time with the first part.
    let answer;
    const held = new Promise((resolve) => (answer = resolve));
    await page.route('**/api/v1/uploads/*/parts/1', async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await input.setInputFiles(fileOf('slow.pdf', Buffer.from('slow')));
    await shown.getByRole('progressbar', { name: 'Uploading slow.pdf' }).waitFor();
    await shown.getByRole('button', { name: 'Cancel the upload of slow.pdf' }).click();
    await shown.getByRole('progressbar').waitFor({ state: 'detached' });
    answer();
    await page.unroute('**/api/v1/uploads/*/parts/1');
    await input.setInputFiles(fileOf('quick.pdf', Buffer.from('quick')));
    await shown.getByRole('link', { name: 'quick.pdf' }).waitFor();
    const { attachments } = await nora.get(`/api/v1/tasks/${tasks.Dig.id}/attachments`);
    assert.deepEqual(
      attachments.map(({ name, size }) => [name, size]),
      [['quick.pdf', 5]],
    );
  },
);
