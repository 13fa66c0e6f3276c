import { expect, it } from 'vitest';
import type { AgendaItem } from '../lib/agenda_types';
import agenda from './agenda';

const birthday = {
  ...{ kind: 'birthday', app: 'family', id: 'b', title: 'Anna', allDay: true, may: [] },
  ...{ start: '2026-11-18', self: '', day: { which: 'birthday', personIds: ['a b'] } },
  owner: { kind: 'tree', id: 'berg', name: 'Berg' },
} as unknown as AgendaItem;

it('opens the person whose day it is, in the chart around them', () => {
  expect(agenda.addressOf(birthday)).toBe('/family/hourglass/berg/person/a%20b?person=a+b');
  expect(agenda.addressOf({ ...birthday, day: undefined })).toBe('/family/hourglass/berg');
});
