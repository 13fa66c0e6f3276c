import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api';
import type { Fact } from '../types';
import { FactEditor, formOfFact, formOfNew, problemsOfFact, sentFact } from './fact_editor.svelte';

const fact: Fact = {
  factId: 'f',
  personId: 'p',
  treeId: 't',
  kind: 'Occupation',
  date: null,
  dateText: 'ABT 1870',
  place: 'Bergen',
  value: 'Carpenter',
  notes: null,
  citations: [{ sourceId: 's', page: '7', quality: 2 }],
  createdBy: null,
  updatedBy: null,
  createdAt: '',
  updatedAt: '',
  etag: 'v1',
};

describe('the form of a fact', () => {
  it('is sent as it was read', () => {
    const { kind, date, dateText, place, value, notes } = fact;
    const citations = [{ sourceId: 's', page: '7', text: null, quality: 2 }];
    expect(sentFact(formOfFact(fact))).toEqual({
      ...{ kind, date, dateText, place, value, notes, citations },
    });
  });
  it('has kinds of its own, and days and texts as dates', () => {
    const form = formOfFact({ ...fact, kind: 'Voyage' });
    expect([form.kind, form.ownKind]).toEqual(['', 'Voyage']);
    const sent = sentFact({ ...form, ownKind: ' Trip ', date: '12 March 1850' });
    expect([sent.kind, sent.date, sent.dateText]).toEqual(['Trip', '1850-03-12', null]);
    expect(sentFact({ ...form, date: 'um 1850' }).dateText).toBe('ABT 1850');
  });
  it('needs a kind, sources that are chosen, and the text of a note', () => {
    expect(problemsOfFact(formOfNew('Occupation'))).toEqual({});
    const open = {
      ...formOfNew(''),
      citations: [{ sourceId: '', page: '', text: '', quality: '' }],
    };
    expect(Object.keys(problemsOfFact(open))).toEqual(['ownKind', 'citations']);
    expect(Object.keys(problemsOfFact(formOfNew('Note')))).toEqual(['notes']);
    expect(Object.keys(problemsOfFact({ ...formOfFact(fact), place: 'x'.repeat(301) }))).toEqual([
      'place',
    ]);
  });
});

describe('saving a fact', () => {
  const changeFact = vi.fn();
  const learnFact = vi.fn();
  const editorOf = () => {
    const data = { api: { changeFact }, records: { learnFact, sourceOf: () => undefined } };
    return new FactEditor(data as never, fact, fact, formOfFact(fact));
  };

  it('sends nothing when nothing was changed, and tells what was saved', async () => {
    const editor = editorOf();
    expect(await editor.save()).toBe(fact);
    expect(changeFact).not.toHaveBeenCalled();
    const saved = { ...fact, value: 'Joiner', etag: 'v2' };
    changeFact.mockResolvedValueOnce(saved);
    editor.form.value = 'Joiner';
    expect(await editor.save()).toBe(saved);
    expect(learnFact).toHaveBeenLastCalledWith(saved, saved);
    expect([editor.replaced, editor.isChanged]).toEqual([fact, false]);
  });
  it('says a refusal at its field', async () => {
    const editor = editorOf();
    const refusal = (field: string) =>
      new ApiError({ status: 400, title: '', detail: 'No.', field });
    changeFact.mockRejectedValueOnce(refusal('dateText'));
    editor.form.date = 'soon';
    await editor.save();
    expect(editor.problems).toEqual({ date: 'No.' });
    changeFact.mockRejectedValueOnce(refusal('citations[0].page'));
    await editor.save();
    expect(editor.problems).toEqual({ citations: 'No.' });
  });
  it('shows both versions of what was changed elsewhere, and saves what was chosen', async () => {
    const editor = editorOf();
    const theirs = { ...fact, place: 'Oslo', etag: 'v2' };
    changeFact
      .mockRejectedValueOnce(
        new ApiError({ status: 412, title: '', detail: '', current: theirs } as never),
      )
      .mockImplementationOnce((base: Fact) => Promise.resolve({ ...base, etag: 'v3' }));
    editor.form.value = 'Joiner';
    expect(await editor.save()).toBeUndefined();
    await editor.resolve({ place: 'theirs', value: 'mine' });
    expect(changeFact).toHaveBeenLastCalledWith(
      theirs,
      expect.objectContaining({ place: 'Oslo', value: 'Joiner' }),
    );
  });
});
