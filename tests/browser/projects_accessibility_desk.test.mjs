import { testStates } from './support/axe_states.mjs';
import { desktop } from './support/browser.mjs';
import { makeProjectsWorld, projectsStates } from './support/projects_states.mjs';
import { makeScene } from './support/scene.mjs';

testStates(makeScene(), 'a desk', desktop, projectsStates, makeProjectsWorld);
