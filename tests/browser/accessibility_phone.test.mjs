import { testStates } from './support/axe_states.mjs';
import { phone } from './support/browser.mjs';
import { makeScene } from './support/scene.mjs';
import { phoneStates } from './support/states.mjs';

testStates(makeScene(), 'a phone', phone, phoneStates);
