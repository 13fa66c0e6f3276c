import { expect, it } from 'vitest';
import { QuotaForm } from './quota_form.svelte';

const made = () => new QuotaForm(['bytes', 'events', 'series'], { bytes: 1_600_001, events: 5 });

it('says only what is different', () => {
  const form = made();
  expect(form.texts).toEqual({ bytes: '1.53', events: '5', series: '' });
  expect(form.isChanged).toBe(false);
  expect(form.change).toEqual({});
  form.texts.events = '';
  form.texts.series = '7';
  expect(form.isChanged).toBe(true);
  expect(form.change).toEqual({ events: null, series: 7 });
  expect(form.problems).toEqual({});
});

it('refuses what is no number, and too much', () => {
  const form = made();
  form.texts.events = 'many';
  form.texts.series = '2001';
  expect(form.problems.events).toContain('number');
  expect(form.problems.series).toBe('The limit can be at most 2,000.');
});

it('begins anew with what was saved', () => {
  const form = made();
  form.texts.events = '8';
  form.show({ events: 8 });
  expect(form.isChanged).toBe(false);
  expect(form.texts).toEqual({ bytes: '', events: '8', series: '' });
});
