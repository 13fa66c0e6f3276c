import { testStates } from './support/axe_states.mjs';
import { bookingPhoneStates, makeBookingsWorld } from './support/bookings_states.mjs';
import { phone } from './support/browser.mjs';
import { makeScene } from './support/scene.mjs';

testStates(makeScene(), 'a phone', phone, bookingPhoneStates, makeBookingsWorld);
