/** The filled button of a view is its main action; each view has only one. */
const MAIN = '[data-variant="filled"]:is(button, a):not(:disabled, [aria-disabled="true"])';

/** Elements that use Ctrl Enter themselves: links open in a new tab, menus and lists choose. */
const TAKEN = 'a[href], [role=menu], [role=listbox]';

const isShown = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true });

/** The topmost modal window, or else the page. */
const topOf = (): Element =>
  [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].filter(isShown).at(-1) ?? document.body;

/** If several forms are side by side, the one with the focus counts. If that leaves more than one button, none is pressed. */
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

/** Makes Ctrl Enter press the filled button, in windows and on pages. Holding the key presses it once. */
export const pressMainByKey = () =>
  window.addEventListener('keydown', (event) => {
    if (!isMainKey(event) || event.defaultPrevented || event.isComposing || isTaken(event)) return;
    const button = mainButton(event.target);
    if (!button) return;
    // Keeps a focused button from being pressed too.
    event.preventDefault();
    button.click();
  });
