import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer, taskOf } from '../test_things';

vi.mock('../../accounts/session.svelte', () => ({ session: { me: { id: 'nora' } } }));
const { TextEditor } = await import('./text_editor.svelte');

let server: FakeServer;
const learn = vi.fn();
const editor = () => new TextEditor({ api: server.api, learn }, taskOf());

beforeEach(() => {
  server = new FakeServer().add(taskOf());
});

describe('the text of a task', () => {
  it('is sent as far as it was changed', async () => {
    const text = editor();
    text.form.description = ' Deep. ';
    expect((await text.save())?.description).toBe('Deep.');
    expect(server.asked()).toEqual(['change dig {"description":"Deep."}']);
  });

  it('needs a title', async () => {
    const text = editor();
    text.form.title = ' ';
    expect(await text.save()).toBeUndefined();
    expect(text.problems.title).toBe('Give the task a title.');
  });

  it('is saved although somebody moved the task meanwhile', async () => {
    server.change('dig', { status: 'DONE' });
    const text = editor();
    text.form.title = 'Dig here';
    expect(await text.save()).toMatchObject({ title: 'Dig here', status: 'DONE' });
  });

  it('asks when somebody else wrote meanwhile, and keeps what is chosen', async () => {
    server.change('dig', { title: 'Dug', description: 'Done by hand' });
    const text = editor();
    text.form.title = 'Dig here';
    expect(await text.save()).toBeUndefined();
    expect(text.conflict?.theirs).toEqual({ title: 'Dug', description: 'Done by hand' });
    const saved = await text.resolve({ title: 'mine', description: 'theirs' });
    expect(saved).toMatchObject({ title: 'Dig here', description: 'Done by hand' });
    expect(text.conflict).toBeUndefined();
  });
});
