import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api';
import { allOf } from '../../lib/versions';
import { typedText, type Item } from '../attribute_value';
import { notes } from '../test_tables';
import { ItemEditor } from './item_editor.svelte';

const base: Item = { PK: { S: 'a' }, SK: { S: 'b' }, text: { S: 'old' }, count: { N: '1' } };

// A table with at most one item, which others change as well.
let stored: Item | null;
const conflict = (code: string, current?: unknown) =>
  new ApiError({ status: 409, title: '', detail: code, code, current });
const check = (shown: Item | null) => {
  if (JSON.stringify(stored) === JSON.stringify(shown)) return;
  throw stored
    ? conflict('consoleItemChanged', { item: stored, hidden: [] })
    : conflict('itemGone');
};
const server = {
  put: async (item: Item, replaces: Item | null) => {
    await Promise.resolve();
    check(replaces);
    stored = item;
  },
  remove: async (item: Item) => {
    await Promise.resolve();
    check(item);
    stored = null;
  },
};
const opened = (item: Item | null = base) => new ItemEditor(notes, server, item);

beforeEach(() => {
  stored = base;
});

describe('an item', () => {
  it('is saved on top of what was shown', async () => {
    const editor = opened();
    expect(editor.isChanged).toBe(false);
    editor.text = typedText({ ...base, text: { S: 'mine' } });
    expect(editor.isChanged).toBe(true);
    expect(await editor.save()).toBe(true);
    expect(stored).toEqual({ ...base, text: { S: 'mine' } });
  });

  it('is not sent with a mistake, or another key', async () => {
    const editor = opened();
    editor.text = '{';
    expect(await editor.save()).toBe(false);
    expect(editor.failure).toContain('no JSON');
    editor.text = typedText({ ...base, SK: { S: 'c' } });
    expect(await editor.save()).toBe(false);
    expect(editor.failure).toContain('key');
    expect(stored).toBe(base);
  });

  it('is new with its keys, unless there is one already', async () => {
    const editor = opened(null);
    expect(JSON.parse(editor.text)).toEqual({ PK: { S: '' }, SK: { S: '' } });
    editor.text = typedText(base);
    expect(await editor.save()).toBe(false);
    expect(editor.failure).toContain('already');
    expect(editor.conflict).toBeUndefined();
    stored = null;
    expect(await editor.save()).toBe(true);
    expect(stored).toEqual(base);
  });
});

describe('an item that was changed elsewhere', () => {
  it('is chosen attribute by attribute, on top of the other version', async () => {
    const editor = opened();
    editor.text = typedText({ ...base, text: { S: 'mine' } });
    stored = { ...base, count: { N: '2' }, more: { BOOL: true } };
    expect(await editor.save()).toBe(false);
    expect(
      editor.rows
        .filter(({ differs }) => differs)
        .map(({ field, changedBy }) => [field, changedBy]),
    ).toEqual([
      ['count', 'them'],
      ['more', 'them'],
      ['text', 'me'],
    ]);
    // Once more while somebody was choosing.
    stored = { ...stored, count: { N: '3' } };
    expect(await editor.resolve({ count: 'theirs', more: 'theirs' })).toBe(false);
    expect(editor.conflict?.isNewer).toBe(true);
    expect(await editor.resolve({ count: 'theirs', more: 'theirs' })).toBe(true);
    expect(stored).toEqual({
      ...base,
      text: { S: 'mine' },
      count: { N: '3' },
      more: { BOOL: true },
    });
  });

  it('becomes what was written here, without what only they have', async () => {
    const editor = opened();
    editor.text = typedText({ ...base, text: { S: 'mine' } });
    stored = { ...base, more: { BOOL: true } };
    await editor.save();
    expect(await editor.resolve(allOf(editor.rows, 'mine'))).toBe(true);
    expect(stored).toEqual({ ...base, text: { S: 'mine' } });
  });

  it('cannot be chosen when a part of it is hidden', async () => {
    const editor = opened();
    const failing = new ItemEditor(
      notes,
      {
        ...server,
        put: () =>
          Promise.reject(conflict('consoleItemChanged', { item: base, hidden: ['token'] })),
      },
      base,
    );
    expect(await failing.save()).toBe(false);
    expect(failing.conflict).toBeUndefined();
    expect(failing.failure).toBe('consoleItemChanged');
    expect(editor.failure).toBe('');
  });

  it('was deleted: what was written can be created again', async () => {
    const editor = opened();
    editor.text = typedText({ ...base, text: { S: 'mine' } });
    stored = null;
    expect(await editor.save()).toBe(false);
    expect(editor.isGone).toBe(true);
    expect(await editor.createAgain()).toBe(true);
    expect(stored).toEqual({ ...base, text: { S: 'mine' } });
  });

  it('is not deleted unseen', async () => {
    const editor = opened();
    stored = { ...base, text: { S: 'theirs' } };
    await expect(editor.remove()).rejects.toThrow('changed');
    expect(editor.base).toEqual(stored);
    await editor.remove();
    expect(stored).toBeNull();
    // Gone is what it should be.
    await editor.remove();
  });
});
