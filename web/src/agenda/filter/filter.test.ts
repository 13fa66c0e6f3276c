import { describe, expect, it, vi } from 'vitest';
import { itemOf, stayOf, taskOf } from '../test_agenda';
import { AgendaFilter, groupOf } from './filter.svelte';

const event = itemOf({ people: ['nora'] });
const entry = itemOf({ kind: 'entry', owner: { kind: 'calendar', id: 'c', name: 'Club' } });
const all = [event, entry, taskOf(), stayOf()];

describe('a filter', () => {
  it('hides kinds and owners, and says so to be remembered', () => {
    const changed = vi.fn();
    const filter = new AgendaFilter(changed);
    expect(filter.isOn).toBe(false);
    filter.showGroup('events', false);
    filter.showOwner('place:cottage', false);
    expect(all.filter((item) => filter.shows(item))).toEqual([taskOf()]);
    expect(changed).toHaveBeenCalledTimes(2);
    filter.showAll();
    expect(all.every((item) => filter.shows(item))).toBe(true);
    expect(changed).toHaveBeenCalledTimes(3);
  });

  it('shows one alone with one press, and what was shown before with the next', () => {
    const changed = vi.fn();
    const filter = new AgendaFilter(changed);
    filter.showGroup('stays', false);
    changed.mockClear();
    filter.toggleSolo({ kind: 'group', group: 'stays' });
    expect(all.filter((item) => filter.shows(item))).toEqual([stayOf()]);
    filter.toggleSolo({ kind: 'owner', key: 'calendar:c' });
    expect(all.filter((item) => filter.shows(item))).toEqual([entry]);
    filter.toggleSolo({ kind: 'owner', key: 'calendar:c' });
    expect(all.filter((item) => filter.shows(item))).toEqual([event, entry, taskOf()]);
    expect(changed).not.toHaveBeenCalled();
  });

  it('shows what concerns one person', () => {
    const filter = new AgendaFilter();
    filter.person = 'nora';
    expect(all.filter((item) => filter.shows(item))).toEqual([event, stayOf()]);
  });

  it('hides what was declined', () => {
    const changed = vi.fn();
    const filter = new AgendaFilter(changed);
    const declined = itemOf({ answer: 'no' });
    filter.showDeclined(false);
    expect([filter.shows(declined), filter.shows(event)]).toEqual([false, true]);
    expect(filter.isOn).toBe(true);
    filter.showAll();
    expect(filter.shows(declined)).toBe(true);
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('takes over what was remembered, without kinds that there are not', () => {
    const filter = new AgendaFilter();
    const kept = { hiddenOwners: [], declinedHidden: true };
    filter.learn({ ...kept, hiddenKinds: ['task', 'meal' as 'task'] });
    expect(filter.preferences).toEqual({ ...kept, hiddenKinds: ['task'] });
  });

  it('puts kinds together that are one to people', () => {
    expect((['event', 'entry', 'blocked', 'anniversary'] as const).map(groupOf)).toEqual([
      ...['events', 'events', 'stays', 'anniversaries'],
    ]);
  });
});
