import { testStates } from './support/axe_states.mjs';
import { desktop } from './support/browser.mjs';
import { makeScene } from './support/scene.mjs';
import { states } from './support/states.mjs';

testStates(makeScene(), 'a desk', desktop, states);
