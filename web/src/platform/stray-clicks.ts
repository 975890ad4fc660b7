/** Limits within which two taps count as a double tap, in milliseconds and pixels. */
const DOUBLE = { time: 500, distance: 8 } as const;

/** Layers over the page, each treated separately. */
const LAYERS = '[role="dialog"], [role="menu"], [role="listbox"]';
const layerOf = (target: EventTarget | null) => (target instanceof Element ? target.closest(LAYERS) : null);

interface Click {
  readonly x: number;
  readonly y: number;
  readonly at: number;
  readonly layer: Element | null;
  /** The browser's own click count, which follows the user's double-click speed. */
  readonly count: number;
  /** Browsers often count each tap as a single one. */
  readonly isTap: boolean;
}

const isDoubled = (first: Click, second: Click) =>
  (second.count > 1 || (second.isTap && second.at - first.at < DOUBLE.time)) &&
  Math.hypot(second.x - first.x, second.y - first.y) < DOUBLE.distance;

/**
 * A double click means one thing. If its first click closed or opened a window, the second would hit whatever appears there,
 * so it is dropped.
 */
export const catchStrayClicks = () => {
  let last: Click | undefined;
  let isStray = false;
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const check = (event: MouseEvent) => {
    // Keyboard presses and scripted clicks have no position.
    if (event.detail === 0) return;
    const { clientX: x, clientY: y, timeStamp: at, target, detail: count } = event;
    const isTap = 'pointerType' in event && event.pointerType === 'touch';
    const click = { x, y, at, count, isTap, layer: layerOf(target) };
    isStray = last !== undefined && isDoubled(last, click) && last.layer !== click.layer;
    // A third click belongs to the same series.
    last = isStray && last ? { ...click, layer: last.layer } : click;
    if (isStray) stop(event);
  };
  window.addEventListener('click', check, { capture: true });
  // Follows the second click.
  window.addEventListener('dblclick', (event) => isStray && stop(event), { capture: true });
};
