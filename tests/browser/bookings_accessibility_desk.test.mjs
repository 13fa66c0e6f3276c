import { testStates } from './support/axe_states.mjs';
import { bookingStates, makeBookingsWorld } from './support/bookings_states.mjs';
import { desktop } from './support/browser.mjs';
import { makeScene } from './support/scene.mjs';

testStates(makeScene(), 'a desk', desktop, bookingStates, makeBookingsWorld);
