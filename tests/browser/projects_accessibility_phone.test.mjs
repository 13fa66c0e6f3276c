import { testStates } from './support/axe_states.mjs';
import { phone } from './support/browser.mjs';
import { makeProjectsWorld, projectsPhoneStates } from './support/projects_states.mjs';
import { makeScene } from './support/scene.mjs';

testStates(makeScene(), 'a phone', phone, projectsPhoneStates, makeProjectsWorld);
