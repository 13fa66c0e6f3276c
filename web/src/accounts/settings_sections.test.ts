import { expect, test } from 'vitest';
import { sectionAt, sectionsOf } from './settings_sections';

test('every section has an address', () => {
  for (const section of sectionsOf(true)) {
    expect(sectionAt(['settings', section.id], true)).toBe(section);
  }
});

test('people are for administrators', () => {
  expect(sectionsOf(false).map((section) => section.id)).not.toContain('people');
  expect(sectionAt(['settings', 'people'], false)).toBeUndefined();
  expect(sectionAt(['settings', 'people'], true)?.id).toBe('people');
});

test.each([[['settings']], [['settings', 'nothing']], [['settings', 'profile', 'more']]])(
  'there is no section at %j',
  (parts) => expect(sectionAt(parts, true)).toBeUndefined(),
);
