import { expect, it } from 'vitest';
import { Reading } from './reading';

const part = (reading: Reading, text: string) => {
  const start = reading.text.indexOf(text);
  return reading.before(start, start + text.length);
};

it('knows where the parts of a shortened text stood', () => {
  const text = 'Tea   at   9h30 now';
  const reading = Reading.of(text)
    .replace(/ +/g, () => ' ')
    .replace(/(\d+)h(\d\d)/g, (_, hour, minute) => `${hour}:${minute}`);
  expect(reading.text).toBe('Tea at 9:30 now');
  const { start, end } = part(reading, '9:30');
  expect(text.slice(start, end)).toBe('9h30');
  const both = part(reading, 'at 9:30');
  expect(text.slice(both.start, both.end)).toBe('at   9h30');
});

it('knows where the parts of a longer text stood', () => {
  const text = 'Tea @12 now';
  const reading = Reading.of(text).replace(/@(?=\d)/g, () => 'at ');
  expect(reading.text).toBe('Tea at 12 now');
  const { start, end } = part(reading, 'at 12');
  expect(text.slice(start, end)).toBe('@12');
  const now = part(reading, 'now');
  expect(text.slice(now.start, now.end)).toBe('now');
});
