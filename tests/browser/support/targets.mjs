// What can be pressed is large enough to be hit: 24 by 24 pixels, or so much room around its middle
// that nothing else is within them (WCAG 2.2, 2.5.8: https://www.w3.org/TR/WCAG22/#target-size-minimum).

const least = 24;

// What is too small of all that the page shows, in words.
export function smallTargets(page) {
  return page.evaluate(findSmall, least);
}

// Runs in the page.
function findSmall(least) {
  const pressed =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], ' +
    '[role=link], [role=menuitem], [role=option], [role=tab], [role=switch], [role=gridcell]';
  // What is below a dialog cannot be pressed.
  const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
  const targets = [...root.querySelectorAll(pressed)].filter(isThere).map((element) => {
    const area = areaOf(element);
    const box = area.getBoundingClientRect();
    return {
      element,
      area,
      box,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
    };
  });
  const small = targets.filter(({ box }) => box.width < least - 0.5 || box.height < least - 0.5);
  return small.filter((each) => !isInText(each.element) && !hasRoom(each)).map(inWords);

  function isThere(element) {
    if (element.disabled || element.closest('[inert]')) return false;
    if (
      !element.checkVisibility({
        visibilityProperty: true,
        opacityProperty: true,
      })
    )
      return false;
    const { width, height } = areaOf(element).getBoundingClientRect();
    return width > 1 && height > 1 && getComputedStyle(areaOf(element)).pointerEvents !== 'none';
  }

  // A label is pressed for its field, and an entry for the button in it.
  function areaOf(element) {
    if (element.matches('.cal-open')) return element.closest('.cal-entry');
    return element.matches(
      '[type=checkbox], [type=radio], [type=file], [type=color], [role=switch]',
    )
      ? (element.labels?.[0] ?? element)
      : element;
  }

  // A link within a sentence is as high as its line.
  function isInText(element) {
    const { display } = getComputedStyle(element);
    const around = element.parentElement.textContent.trim();
    return display === 'inline' && around.length > element.textContent.trim().length;
  }

  function hasRoom(each) {
    return targets.every((other) => {
      if (other.area.contains(each.area) || each.area.contains(other.area)) return true;
      const [dx, dy] = [other.x - each.x, other.y - each.y];
      if (small.includes(other) && Math.hypot(dx, dy) < least - 0.5) return false;
      const gapX = Math.max(other.box.left - each.x, 0, each.x - other.box.right);
      const gapY = Math.max(other.box.top - each.y, 0, each.y - other.box.bottom);
      return Math.hypot(gapX, gapY) >= least / 2 - 0.5;
    });
  }

  function inWords({ element, box }) {
    const name = element.getAttribute('aria-label') ?? element.textContent.trim();
    const size = `${box.width.toFixed(1)} x ${box.height.toFixed(1)}`;
    return `${element.tagName.toLowerCase()}.${element.className} “${name.slice(0, 40)}”: ${size}`;
  }
}
