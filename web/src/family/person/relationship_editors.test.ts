import { describe, expect, it } from 'vitest';
import type { Couple, ParentChild } from '../types';
import {
  changeOfCouple,
  changeOfParent,
  formOfCouple,
  formOfMarriage,
  formOfParent,
} from './relationship_editors.svelte';

const couple = {
  status: 'Married',
  marriageDate: '1875-05-12',
  marriagePlace: 'Bergen',
  marriageCitations: [{ sourceId: 's', page: '7' }],
  divorceCitations: [],
  history: [{ marriageDateText: '1870', marriageCitations: [{ sourceId: 't' }] }],
  notes: null,
} as unknown as Couple;
const child = { type: 'Biological', notes: null } as ParentChild;

describe('a couple', () => {
  it('is sent with what was changed alone', () => {
    const form = formOfCouple(couple);
    expect(changeOfCouple(form, form)).toEqual({});
    const divorced = { ...form, status: 'Divorced', divorce: 'um 1880' } as const;
    expect(changeOfCouple(form, divorced)).toEqual({
      status: 'Divorced',
      divorceDate: null,
      divorceDateText: 'ABT 1880',
    });
  });
  it('has its earlier marriages, without those that are empty', () => {
    const form = formOfCouple(couple);
    const empty = { ...formOfMarriage(undefined), marriagePlace: ' ' };
    expect(changeOfCouple(form, { ...form, history: [...form.history, empty] })).toEqual({});
    const { history } = changeOfCouple(form, {
      ...form,
      history: [{ ...empty, divorce: '1872-01-31' }],
    });
    expect(history).toEqual([
      {
        marriageDate: null,
        marriageDateText: null,
        marriagePlace: null,
        divorceDate: '1872-01-31',
        divorceDateText: null,
        marriageCitations: [],
        divorceCitations: [],
      },
    ]);
  });
  it('cites sources of each marriage and divorce', () => {
    const form = formOfCouple(couple);
    const [one] = form.marriageCitations;
    expect(one).toEqual({ sourceId: 's', page: '7', text: '', quality: '' });
    const sent = { sourceId: 's', page: '7', text: null, quality: null };
    expect(changeOfCouple(form, { ...form, divorceCitations: form.marriageCitations })).toEqual({
      divorceCitations: [sent],
    });
    // A change of earlier marriages keeps what they cite.
    const earlier = { ...formOfMarriage(undefined), divorceCitations: form.marriageCitations };
    const { history } = changeOfCouple(form, { ...form, history: [...form.history, earlier] });
    expect(history?.map((each) => [each.marriageCitations, each.divorceCitations])).toEqual([
      [[{ sourceId: 't', page: null, text: null, quality: null }], []],
      [[], [sent]],
    ]);
  });
});

describe('a parent', () => {
  it('has a day of adoption as long as the child is adopted', () => {
    const form = formOfParent(child);
    const adopted = { ...form, type: 'Adoptive', adoption: '1876' } as const;
    expect(changeOfParent(form, adopted)).toEqual({
      type: 'Adoptive',
      adoptionDate: null,
      adoptionDateText: '1876',
    });
    expect(changeOfParent(adopted, { ...adopted, type: 'Step' })).toEqual({
      type: 'Step',
      adoptionDate: null,
      adoptionDateText: null,
    });
  });
});
