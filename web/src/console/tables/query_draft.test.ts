import { describe, expect, it } from 'vitest';
import { notes } from '../test_tables';
import type { ShownItem } from '../types';
import { columnsOf } from './columns';
import { newDraft, newFilter, readDraft } from './query_draft';

const query = (change: Partial<ReturnType<typeof newDraft>>) =>
  readDraft(notes, { ...newDraft(), isScan: false, ...change });

describe('a query', () => {
  it('begins as a scan of the table', () => {
    expect(readDraft(notes, newDraft())).toEqual({
      asked: { kind: 'scan', request: { limit: 25 } },
    });
  });

  it('has keys of the types of the table or the index', () => {
    expect(query({ partition: 'a', sortOperator: 'between', sortText: 'b', sortEnd: 'c' })).toEqual(
      {
        asked: {
          kind: 'query',
          request: {
            limit: 25,
            partition: { S: 'a' },
            sort: { operator: 'between', values: [{ S: 'b' }, { S: 'c' }] },
          },
        },
      },
    );
    // The index has no sort key.
    expect(
      query({ index: 'byDay', partition: ' 7 ', sortOperator: '=', sortText: 'b' }).asked?.request,
    ).toEqual({ index: 'byDay', limit: 25, partition: { N: '7' } });
    expect(
      query({ index: 'byPicture', partition: 'a', sortOperator: '>', sortText: 'AQ==' }).asked
        ?.request,
    ).toMatchObject({ sort: { operator: '>', values: [{ B: 'AQ==' }] } });
  });

  it('says what is wrong, field by field', () => {
    const { problems } = query({
      index: 'byPicture',
      sortOperator: 'between',
      sortText: '?',
      sortEnd: '',
      filters: [{ ...newFilter(), type: 'N', text: 'many' }],
    });
    expect(Object.keys(problems ?? {}).sort()).toEqual([
      'filters.0.attribute',
      'filters.0.text',
      'partition',
      'sortEnd',
      'sortText',
    ]);
    expect(query({ index: 'byDay', partition: 'Monday' }).problems?.partition).toContain('number');
  });

  it('has values for those filters that take one', () => {
    const filters = [
      { ...newFilter(), attribute: 'done', type: 'BOOL' as const, text: 'true' },
      { ...newFilter(), attribute: 'text', operator: 'contains' as const, text: '' },
      { ...newFilter(), attribute: 'gone', operator: 'not_exists' as const, text: 'unseen' },
    ];
    expect(query({ partition: 'a', isDescending: true, filters }).asked?.request).toEqual({
      limit: 25,
      partition: { S: 'a' },
      descending: true,
      filter: [
        { attribute: 'done', operator: '=', value: { BOOL: true } },
        { attribute: 'text', operator: 'contains', value: { S: '' } },
        { attribute: 'gone', operator: 'not_exists' },
      ],
    });
  });
});

it('shows the keys first, and then what most of the items have', () => {
  const items: ShownItem[] = [
    { item: { rare: { S: '' }, alone: { S: '' }, often: { S: '' }, SK: { S: '' } }, hidden: [] },
    { item: { often: { S: '' }, PK: { S: '' } }, hidden: [] },
  ];
  expect(columnsOf(notes, '', items)).toEqual(['PK', 'SK', 'often', 'rare', 'alone']);
  expect(columnsOf(notes, 'byDay', items)).toEqual(['PK', 'SK', 'day', 'often', 'rare', 'alone']);
});
