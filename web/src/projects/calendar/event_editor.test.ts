import { describe, expect, it, vi } from 'vitest';
import type { EventForm } from './event_editor.svelte';

vi.mock('../../accounts/session.svelte', () => ({ session: { me: { id: 'nora' } } }));
const { changeOfEvent, EventEditor, formOfEvent, inputOfEvent, problemsOfEvent } =
  await import('./event_editor.svelte');

const form: EventForm = {
  ...{ title: ' Fair ', allDay: false, startDay: '2026-11-07', startTime: '10:00' },
  ...{ endDay: '2026-11-07', endTime: '12:00', color: '#D64545', description: '' },
};
const event = {
  ...{ id: 'e', projectId: 'garden', projectIds: ['garden'], title: 'Fair', description: null },
  ...{ startDate: '2026-11-07T09:00:00Z', endDate: '2026-11-07T11:00:00Z', allDay: false },
  ...{ color: '#D64545', createdBy: null, updatedBy: null, etag: '1' },
  ...{ createdAt: '2026-11-04T09:00:00Z', updatedAt: '2026-11-04T09:00:00Z' },
};

describe('an event that is written', () => {
  it('has times by the local clock, or days', () => {
    expect(inputOfEvent(form)).toMatchObject({
      title: 'Fair',
      startDate: '2026-11-07T09:00:00Z',
      endDate: '2026-11-07T11:00:00Z',
    });
    expect(inputOfEvent({ ...form, allDay: true, endDay: '2026-11-08' })).toMatchObject({
      ...{ startDate: '2026-11-07', endDate: '2026-11-08', allDay: true },
    });
    expect(formOfEvent(event)).toEqual({ ...form, title: 'Fair' });
  });

  it('is sent as far as it differs', () => {
    expect(changeOfEvent(event, form)).toEqual({});
    expect(changeOfEvent(event, { ...form, allDay: true })).toEqual({
      ...{ startDate: '2026-11-07', endDate: '2026-11-07', allDay: true },
    });
  });

  it('needs a title, days, and an end that is not before its start', () => {
    expect(problemsOfEvent(form)).toEqual({});
    expect(problemsOfEvent({ ...form, title: '', endTime: '09:00' })).toEqual({
      title: 'Give the event a title.',
      end: 'It would end before it begins.',
    });
    expect(problemsOfEvent({ ...form, startDay: '' }).start).toBe('Choose a day.');
  });

  it('is made with one key, however often it is tried', async () => {
    const createEvent = vi.fn(async () => event);
    const learnEvent = vi.fn();
    const editor = new EventEditor(
      { api: { createEvent }, learnEvent } as never,
      'garden',
      undefined,
      form,
    );
    expect(await editor.save()).toBe(event);
    expect(learnEvent).toHaveBeenCalledWith(event);
    expect(createEvent.mock.calls[0]).toMatchObject([
      'garden',
      { title: 'Fair' },
      expect.any(String),
    ]);
  });
});
