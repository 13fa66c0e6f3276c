import { expect, test } from 'vitest';
import { invitationText, thingText } from './invitation_text';

const family = { kind: 'calendar', name: 'Family', role: 'writer', invitedBy: 'Nora' };
const rest = 'Create your account. The invitation is for one person and works once.';

test('says who invites to what, as far as that is known', () => {
  expect(invitationText(undefined)).toBe(rest);
  expect(invitationText({ invitedBy: null, things: [family] })).toBe(rest);
  expect(invitationText({ invitedBy: 'Ada', things: [] })).toBe(`Ada invites you to Norn. ${rest}`);
  expect(invitationText({ invitedBy: 'Ada', things: [family] })).toBe(
    `Ada invites you to Norn and to what is below. ${rest}`,
  );
});

test('says of a thing what it is, as what, and by whom', () => {
  expect(thingText(family)).toBe('Calendar, as an editor, invited by Nora');
  expect(thingText({ ...family, kind: 'place', role: 'administrator', invitedBy: '' })).toBe(
    'Place, as an owner',
  );
});
