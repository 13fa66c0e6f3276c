// Plays a test once more, with other people, when it fails: a machine that does much else may be too
// busy for a wait. The log has a line for it, because a test that fails often at first has to be
// mended.
export async function playTwice(name, playOnce) {
  try {
    await playOnce();
  } catch (error) {
    console.error(`FAILED ONCE, and is tried again: ${name}: ${error.message}`);
    await playOnce();
  }
}
