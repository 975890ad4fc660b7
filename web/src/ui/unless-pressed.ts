import { useLayoutEffect, useState } from 'react';

/** Without a click, e.g. after a drag, the pointer counts as up a little later than it went up. */
const WITHOUT_CLICK = 60;

let pressed = false;
const waiting = new Set<() => void>();

const release = () => {
  pressed = false;
  const all = [...waiting];
  waiting.clear();
  for (const show of all) show();
};

if (typeof window !== 'undefined') {
  let timer = 0;
  const releaseIn = (milliseconds: number) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(release, milliseconds);
  };
  window.addEventListener(
    'pointerdown',
    ({ button }) => {
      if (button !== 0) return;
      window.clearTimeout(timer);
      pressed = true;
    },
    true,
  );
  // A finger moves the focus and clicks only after it was lifted.
  for (const name of ['pointerup', 'pointercancel', 'blur'])
    window.addEventListener(
      name,
      ({ target }) => {
        if (pressed && (name !== 'blur' || target === window)) releaseIn(WITHOUT_CLICK);
      },
      true,
    );
  window.addEventListener('click', () => pressed && releaseIn(0), true);
}

/**
 * The former value while the pointer is held down: leaving a field may bring or take a line, and nothing may move away from
 * under a click (docs/rules/screens.md, rule 11).
 */
export const useUnlessPressed = <T>(value: T): T => {
  const [shown, setShown] = useState(() => value);
  useLayoutEffect(() => {
    const show = () => setShown(() => value);
    if (!pressed) {
      show();
      return;
    }
    waiting.add(show);
    return () => {
      waiting.delete(show);
    };
  }, [value]);
  return shown;
};
