import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, OfflineError } from '../api';
import { currentWith } from './current_state';
import { Editor } from './editor.svelte';

interface Note {
  text: string;
  tags: string[];
  etag: string;
}
type Form = Omit<Note, 'etag'>;
type Problems = { text?: string };

const note: Note = { text: 'Milk', tags: ['shop'], etag: 'v1' };
const theirs: Note = { text: 'Bread', tags: [], etag: 'v2' };
const problem = (parts: Partial<ApiError>) =>
  new ApiError({ status: 400, title: '', detail: 'No.', ...parts });
const stale = (current: Note) => problem({ status: 412, current });

const create = vi.fn<(form: Form, key: string) => Promise<Note>>();
const change = vi.fn<(base: Note, form: Form) => Promise<Note>>();

class NoteEditor extends Editor<Note, Form, Problems> {
  constructor(base?: Note) {
    super(base, base ? { text: base.text, tags: base.tags } : { text: '', tags: [] }, {});
  }

  resolve(form: Form): Promise<Note | undefined> {
    const current = this.conflict?.current ?? note;
    return this.saveChosen(current, form, (base) => change(base, { ...this.form }));
  }

  remove(): Promise<Note | undefined> {
    return this.attempt(() => change(note, this.form));
  }

  protected override formOf({ text, tags }: Note): Form {
    return { text, tags };
  }

  protected override differs(clean: Form, form: Form): boolean {
    return JSON.stringify(clean) !== JSON.stringify(form);
  }

  protected override check(): Problems {
    return this.form.text === '' ? { text: 'Write something.' } : {};
  }

  protected override create(): Promise<Note> {
    return create({ ...this.form }, this.keyOf(this.form));
  }

  protected override async saveChange(base: Note): Promise<Note | undefined> {
    return this.isChanged ? this.attempt(() => change(base, { ...this.form })) : base;
  }

  protected override currentOf(error: unknown): Note | undefined {
    return currentWith<Note>(error, 'etag');
  }

  protected override problemsOf(error: ApiError): Problems | undefined {
    return error.field === 'text' ? { text: error.message } : undefined;
  }
}

beforeEach(() => {
  create.mockReset();
  change.mockReset();
});

const written = (text = 'Tea') => {
  const editor = new NoteEditor(note);
  editor.form.text = text;
  return editor;
};

describe('saving', () => {
  it('is not tried while something is wrong', async () => {
    const editor = new NoteEditor();
    expect(await editor.save()).toBeUndefined();
    expect(editor.problems).toEqual({ text: 'Write something.' });
    expect(create).not.toHaveBeenCalled();
  });
  it('creates with one key for all tries, and another when something else is written', async () => {
    const editor = new NoteEditor();
    editor.form.text = 'Tea';
    create.mockRejectedValueOnce(new OfflineError()).mockResolvedValue(note);
    expect(await editor.save()).toBeUndefined();
    expect([editor.isOffline, editor.failure]).toEqual([
      true,
      expect.stringContaining('still here'),
    ]);
    expect(await editor.save()).toBe(note);
    editor.form.text = 'Coffee';
    await editor.save();
    const [first, second, third] = create.mock.calls.map(([, key]) => key);
    expect([first === second, second === third]).toEqual([true, false]);
  });
  it('is sent once, however often it is asked for', async () => {
    change.mockResolvedValue(theirs);
    const editor = written();
    expect(await Promise.all([editor.save(), editor.save()])).toEqual([theirs, undefined]);
    expect(change).toHaveBeenCalledOnce();
  });
  it('sends nothing when nothing was changed', async () => {
    expect(await new NoteEditor(note).save()).toBe(note);
    expect(change).not.toHaveBeenCalled();
  });
  it('says at which field, or that it belongs to none', async () => {
    const editor = written();
    change.mockRejectedValueOnce(problem({ field: 'text' })).mockRejectedValueOnce(problem({}));
    await editor.save();
    expect([editor.problems, editor.failure]).toEqual([{ text: 'No.' }, '']);
    await editor.save();
    expect([editor.problems, editor.failure]).toEqual([{}, 'No.']);
  });
});

describe('what was changed elsewhere', () => {
  it('is asked about, and what was chosen is saved on top of it', async () => {
    const editor = written();
    change.mockRejectedValueOnce(stale(theirs)).mockResolvedValueOnce(theirs);
    expect(await editor.save()).toBeUndefined();
    expect(editor.conflict).toEqual({
      base: { text: 'Milk', tags: ['shop'] },
      mine: { text: 'Tea', tags: ['shop'] },
      current: theirs,
      isNewer: false,
    });
    expect(await editor.resolve({ text: 'Tea', tags: [] })).toBe(theirs);
    expect(change).toHaveBeenLastCalledWith(theirs, { text: 'Tea', tags: [] });
    expect(editor.conflict).toBeUndefined();
  });
  it('once more is asked about once more: what was written at first stays', async () => {
    const newest = { ...theirs, etag: 'v3' };
    const editor = written();
    change.mockRejectedValueOnce(stale(theirs)).mockRejectedValueOnce(stale(newest));
    await editor.save();
    await editor.resolve({ text: 'Bread', tags: [] });
    expect(editor.conflict).toMatchObject({ current: newest, isNewer: true });
    expect(editor.conflict?.mine.text).toBe('Tea');
  });
  it('is shown to whoever wrote nothing', async () => {
    const editor = new NoteEditor(note);
    change.mockRejectedValueOnce(stale(theirs));
    await editor.remove();
    expect([editor.form.text, editor.conflict]).toEqual(['Bread', undefined]);
    expect(editor.failure).toContain('try again');
  });
  it('is taken over when it is heard of, unless something is written', () => {
    const editor = new NoteEditor(note);
    editor.heard(theirs);
    expect([editor.base, editor.form.text, editor.isTakenOver]).toEqual([theirs, 'Bread', true]);
    const other = written();
    other.heard(theirs);
    expect([other.base, other.theirs, other.form.text]).toEqual([note, theirs, 'Tea']);
    other.heard(note);
    expect(other.theirs).toBeUndefined();
  });
});

it('what was deleted elsewhere can be saved again, as something new', async () => {
  const editor = written();
  change.mockRejectedValueOnce(problem({ status: 404 }));
  create.mockResolvedValue(theirs);
  await editor.save();
  expect([editor.isGone, editor.form.text]).toEqual([true, 'Tea']);
  expect(await editor.saveAsNew()).toBe(theirs);
  expect([editor.isGone, editor.base]).toEqual([false, undefined]);
});

it('the form is a copy: what was opened stays as it was', () => {
  const editor = new NoteEditor(note);
  editor.form.tags.push('home');
  expect([note.tags, editor.isChanged]).toEqual([['shop'], true]);
});
