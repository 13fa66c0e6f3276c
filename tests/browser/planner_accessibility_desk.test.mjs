import { testStates } from './support/axe_states.mjs';
import { desktop } from './support/browser.mjs';
import { makePlannerWorld, plannerStates } from './support/planner_states.mjs';
import { makeScene } from './support/scene.mjs';

testStates(makeScene(), 'a desk', desktop, plannerStates, makePlannerWorld);
