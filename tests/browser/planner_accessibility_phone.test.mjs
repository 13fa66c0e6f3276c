import { testStates } from './support/axe_states.mjs';
import { phone } from './support/browser.mjs';
import { makePlannerWorld, plannerPhoneStates } from './support/planner_states.mjs';
import { makeScene } from './support/scene.mjs';

testStates(makeScene(), 'a phone', phone, plannerPhoneStates, makePlannerWorld);
