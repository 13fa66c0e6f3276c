import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api';
import type { Person } from '../types';
import {
  changeOfPerson,
  formOfNobody,
  formOfPerson,
  PersonEditor,
  problemsOfPerson,
} from './person_editor.svelte';

const anna: Person = {
  personId: 'anna',
  treeId: 'tree',
  firstName: 'Anna',
  middleName: null,
  lastName: 'Berg',
  birthName: null,
  preferredName: null,
  suffix: null,
  gender: 'Female',
  birthDate: '1850-03-12',
  birthDateText: null,
  deathDate: null,
  deathDateText: null,
  isDeceased: false,
  isLiving: false,
  isHidden: false,
  birthPlace: 'Boston',
  deathPlace: null,
  biography: null,
  photoUrl: null,
  birthCitations: [{ sourceId: 's', page: '7' }],
  deathCitations: [],
  createdBy: null,
  updatedBy: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  etag: '"1"',
};

const records = { sourceOf: () => undefined };

describe('what is written about a person', () => {
  it('is sent where it differs, and what is empty is removed', () => {
    const before = formOfPerson(anna);
    expect(changeOfPerson(before, { ...before })).toEqual({});
    expect(
      changeOfPerson(before, { ...before, firstName: ' Anne ', birthPlace: ' ', suffix: 'Jr.' }),
    ).toEqual({ firstName: 'Anne', birthPlace: null, suffix: 'Jr.' });
  });

  it('has a full day, or what is known of it', () => {
    const before = formOfPerson(anna);
    expect(changeOfPerson(before, { ...before, birth: '1851-01-02' })).toEqual({
      birthDate: '1851-01-02',
    });
    expect(changeOfPerson(before, { ...before, birth: 'ABT 1850' })).toEqual({
      birthDateText: 'ABT 1850',
    });
    expect(changeOfPerson(before, { ...before, birth: '' })).toEqual({ birthDateText: null });
  });

  it('cites sources of birth and death', () => {
    const before = formOfPerson(anna);
    const one = { sourceId: 'other', page: ' 12 ', text: '', quality: '3' };
    expect(changeOfPerson(before, { ...before, deathCitations: [one] })).toEqual({
      deathCitations: [{ sourceId: 'other', page: '12', text: null, quality: 3 }],
    });
    expect(changeOfPerson(before, { ...before, birthCitations: [] })).toEqual({
      birthCitations: [],
    });
    const open = { ...before, birthCitations: [{ ...one, sourceId: '' }] };
    expect(Object.keys(problemsOfPerson(open))).toEqual(['birthCitations']);
  });

  it('needs a name, and has limits', () => {
    expect(problemsOfPerson(formOfNobody())).toEqual({ firstName: 'Give at least one name.' });
    expect(problemsOfPerson({ ...formOfNobody(), lastName: 'Berg' })).toEqual({});
    const long = { ...formOfPerson(anna), birthPlace: 'x'.repeat(301) };
    expect(Object.keys(problemsOfPerson(long))).toEqual(['birthPlace']);
  });

  it('shows what the server says about a date beside it', async () => {
    const problem = { status: 422, title: '', detail: 'No such date.', field: 'deathDateText' };
    const changePerson = vi.fn().mockRejectedValue(new ApiError(problem));
    const data = { api: { changePerson } as never, learnPerson: vi.fn(), records };
    const editor = new PersonEditor(data, 'tree', anna, formOfPerson(anna));
    editor.form.death = 'soon';
    expect(await editor.save()).toBeUndefined();
    expect(editor.problems).toEqual({ death: 'No such date.' });
  });

  it('is created with the relatives', async () => {
    const createPerson = vi.fn().mockResolvedValue(anna);
    const data = { api: { createPerson } as never, learnPerson: vi.fn(), records };
    const form = { ...formOfNobody(), firstName: 'Anna' };
    const editor = new PersonEditor(data, 'tree', undefined, form, () => ({
      parents: [{ personId: 'p' }],
    }));
    expect(await editor.save()).toEqual(anna);
    expect(createPerson.mock.calls[0]?.slice(0, 2)).toEqual([
      'tree',
      { firstName: 'Anna', parents: [{ personId: 'p' }] },
    ]);
    expect(data.learnPerson).toHaveBeenCalledWith('tree', 'anna', anna);
  });

  it('asks when somebody else changed it meanwhile', async () => {
    const current = { ...anna, lastName: 'Tal', etag: '"2"' };
    const problem = { status: 412, title: '', detail: 'Changed.', current };
    const changePerson = vi.fn().mockRejectedValueOnce(new ApiError(problem));
    const data = { api: { changePerson } as never, learnPerson: vi.fn(), records };
    const editor = new PersonEditor(data, 'tree', anna, formOfPerson(anna));
    editor.form.firstName = 'Anne';
    expect(await editor.save()).toBeUndefined();
    expect(editor.conflict?.theirs.lastName).toBe('Tal');
    changePerson.mockResolvedValueOnce({ ...current, firstName: 'Anne', etag: '"3"' });
    await editor.resolve({ firstName: 'mine', lastName: 'theirs' });
    expect(changePerson.mock.calls[1]).toEqual([current, { firstName: 'Anne' }]);
    expect(editor.conflict).toBeUndefined();
  });
});
