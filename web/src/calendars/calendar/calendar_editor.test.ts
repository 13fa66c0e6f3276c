import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, OfflineError } from '../../lib/api';
import type { Calendar } from '../../lib/types';
import { CalendarEditor } from './calendar_editor.svelte';

const data = vi.hoisted(() => ({ createCalendar: vi.fn(), changeCalendar: vi.fn() }));
vi.mock('../data.svelte', () => ({ data }));

const base: Calendar = {
  id: 'c',
  name: 'Family',
  color: '#2B8CC4',
  description: null,
  createdAt: '',
  updatedAt: '',
  role: 'owner',
  etag: 'a',
};
const theirs: Calendar = { ...base, name: 'Clan', description: 'Us', etag: 'b' };

beforeEach(() => {
  for (const mock of Object.values(data)) mock.mockReset();
});

describe('the editor of a calendar', () => {
  it('begins with a colour that no other has', () => {
    expect(new CalendarEditor(undefined, [base]).form.color).not.toBe(base.color);
  });

  it('wants a name', async () => {
    const editor = new CalendarEditor(undefined, []);
    editor.form.name = '  ';
    expect(await editor.save()).toBeUndefined();
    expect(editor.nameProblem).not.toBe('');
  });

  it('creates once, also when it is tried again', async () => {
    const editor = new CalendarEditor(undefined, []);
    editor.form.name = ' Garden ';
    data.createCalendar.mockRejectedValueOnce(new OfflineError()).mockResolvedValueOnce(base);
    expect(await editor.save()).toBeUndefined();
    expect(editor.failure).toContain('still here');
    expect(await editor.save()).toBe(base);
    const [first, second] = data.createCalendar.mock.calls;
    expect(first).toEqual(second);
    expect(first?.[0]).toMatchObject({ name: 'Garden', description: null });
  });

  it('sends only what was changed', async () => {
    const editor = new CalendarEditor(base, []);
    expect(editor.isChanged).toBe(false);
    editor.form.description = 'Us';
    expect(editor.isChanged).toBe(true);
    data.changeCalendar.mockResolvedValue(base);
    await editor.save();
    expect(data.changeCalendar).toHaveBeenCalledWith(base, { description: 'Us' });
  });

  it('takes over what somebody else changed, but for what is written here', () => {
    const editor = new CalendarEditor(base, []);
    editor.form.name = 'Home';
    editor.heard(theirs);
    expect(editor.form).toMatchObject({ name: 'Home', description: 'Us' });
    expect(editor.theirs).toBe(theirs);
    const untouched = new CalendarEditor(base, []);
    untouched.heard(theirs);
    expect(untouched.form.name).toBe('Clan');
    expect(untouched.theirs).toBeUndefined();
  });

  it('shows their version when somebody was faster, and saves on top of it then', async () => {
    const editor = new CalendarEditor(base, []);
    editor.form.name = 'Home';
    const problem = { status: 412, title: '', detail: '', current: theirs };
    data.changeCalendar.mockRejectedValueOnce(new ApiError(problem)).mockResolvedValueOnce(theirs);
    expect(await editor.save()).toBeUndefined();
    expect(editor.theirs).toBe(theirs);
    await editor.save();
    expect(data.changeCalendar).toHaveBeenLastCalledWith(theirs, { name: 'Home' });
  });
});
