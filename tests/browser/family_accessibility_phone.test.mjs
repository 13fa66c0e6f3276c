import { testStates } from './support/axe_states.mjs';
import { phone } from './support/browser.mjs';
import { familyStates, makeFamilyWorld } from './support/family_states.mjs';
import { makeScene } from './support/scene.mjs';

testStates(makeScene(), 'a phone', phone, familyStates, makeFamilyWorld);
