/** The filled button of a view is what is mainly done there: each has one. */
const MAIN = '[data-variant="filled"]:is(button, a):not(:disabled, [aria-disabled="true"])';

/** What has Ctrl Enter for itself: a link opens in a new tab with it, and menus and lists choose. */
const TAKEN = 'a[href], [role=menu], [role=listbox]';

const isShown = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true });

/** The window on top, which alone is used while it is open; without one the page. */
const topOf = (): Element =>
  [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].filter(isShown).at(-1) ?? document.body;

/** Of several forms beside each other it is the one in which somebody is; where that leaves a choice, none is pressed. */
const mainButton = (from: EventTarget | null): HTMLElement | undefined => {
  const top = topOf();
  let place: Element | null = from instanceof Element && top.contains(from) ? from : top;
  while (place) {
    const found = [...place.querySelectorAll<HTMLElement>(MAIN)].filter(isShown);
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
    place = place === top ? null : place.parentElement;
  }
  return undefined;
};

const isTaken = ({ target }: KeyboardEvent) => target instanceof Element && target.closest(TAKEN) !== null;

const isMainKey = ({ key, ctrlKey, metaKey, altKey, shiftKey, repeat }: KeyboardEvent) =>
  key === 'Enter' && (ctrlKey || metaKey) && !altKey && !shiftKey && !repeat;

/** Ctrl Enter presses the filled button, in a window as on a page. A key that is held down presses it once. */
export const pressMainByKey = () =>
  window.addEventListener('keydown', (event) => {
    if (!isMainKey(event) || event.defaultPrevented || event.isComposing || isTaken(event)) return;
    const button = mainButton(event.target);
    if (!button) return;
    // A button that has the focus would be pressed too.
    event.preventDefault();
    button.click();
  });
