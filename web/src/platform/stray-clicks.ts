/** Where a second tap still belongs to the first: milliseconds, and pixels between both. */
const DOUBLE = { time: 500, distance: 8 } as const;

/** What lies over the page, each for itself. */
const LAYERS = '[role="dialog"], [role="menu"], [role="listbox"]';
const layerOf = (target: EventTarget | null) => (target instanceof Element ? target.closest(LAYERS) : null);

interface Click {
  readonly x: number;
  readonly y: number;
  readonly at: number;
  readonly layer: Element | null;
  /** Clicks of a mouse are counted by the browser, at the pace its user has set. */
  readonly count: number;
  /** Taps are often counted as one each. */
  readonly isTap: boolean;
}

const isDoubled = (first: Click, second: Click) =>
  (second.count > 1 || (second.isTap && second.at - first.at < DOUBLE.time)) &&
  Math.hypot(second.x - first.x, second.y - first.y) < DOUBLE.distance;

/**
 * Anyone who clicks twice means one thing. When the first click closed or opened a window, the second one would meet what lies there
 * now, which nobody aimed at: it is dropped.
 */
export const catchStrayClicks = () => {
  let last: Click | undefined;
  let isStray = false;
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const check = (event: MouseEvent) => {
    // Keys that press a button, and scripts, have no place on the screen.
    if (event.detail === 0) return;
    const { clientX: x, clientY: y, timeStamp: at, target, detail: count } = event;
    const isTap = 'pointerType' in event && event.pointerType === 'touch';
    const click = { x, y, at, count, isTap, layer: layerOf(target) };
    isStray = last !== undefined && isDoubled(last, click) && last.layer !== click.layer;
    // A third click is still the same one.
    last = isStray && last ? { ...click, layer: last.layer } : click;
    if (isStray) stop(event);
  };
  window.addEventListener('click', check, { capture: true });
  // It follows its second click.
  window.addEventListener('dblclick', (event) => isStray && stop(event), { capture: true });
};
