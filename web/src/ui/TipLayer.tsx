import { useEffect, useRef, useState } from 'react';
import classes from './TipLayer.module.css';

interface Tip {
  readonly text: string;
  readonly rect: DOMRect;
}

/** Its label is visible beside its icon. */
const saysItself = (element: Element) =>
  element.matches('[data-folds]') &&
  element.clientWidth > 40 &&
  element.getAttribute('data-tip') === element.textContent;

const tipOf = (target: EventTarget | null): { text: string; element: Element } | undefined => {
  if (!(target instanceof Element)) return undefined;
  const named = target.closest('[data-tip]');
  if (named && !saysItself(named)) return { text: named.getAttribute('data-tip') ?? '', element: named };
  const cut = target.closest('[data-cut]');
  if (cut && cut.scrollWidth > cut.clientWidth) return { text: cut.textContent ?? '', element: cut };
  return undefined;
};

const DELAY = 350;

/**
 * The one tooltip of the page. Elements with data-tip show it on hover and focus, and those with data-cut if their text is
 * cut off. One listener replaces a floating component for each of hundreds of icon buttons.
 */
export const TipLayer = () => {
  const [tip, setTip] = useState<Tip>();
  const timer = useRef<number>(undefined);

  useEffect(() => {
    const hide = () => {
      window.clearTimeout(timer.current);
      setTip(undefined);
    };
    const show = (event: Event) => {
      window.clearTimeout(timer.current);
      const found = tipOf(event.target);
      if (!found?.text) {
        setTip(undefined);
        return;
      }
      timer.current = window.setTimeout(() => {
        if (found.element.isConnected)
          setTip({ text: found.text, rect: found.element.getBoundingClientRect() });
      }, DELAY);
    };
    const focused = (event: Event) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) show(event);
    };
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    const events: [string, (event: Event) => void][] = [
      ['pointerover', show],
      ['focusin', focused],
      ['focusout', hide],
      ['pointerdown', hide],
      ['scroll', hide],
    ];
    for (const [name, listener] of events) document.addEventListener(name, listener, true);
    document.addEventListener('keydown', onKey, true);
    return () => {
      hide();
      for (const [name, listener] of events) document.removeEventListener(name, listener, true);
      document.removeEventListener('keydown', onKey, true);
    };
  }, []);

  if (!tip) return null;
  const above = tip.rect.bottom + 40 > window.innerHeight;
  const middle = Math.min(Math.max(tip.rect.left + tip.rect.width / 2, 90), window.innerWidth - 90);
  return (
    <div
      className={classes.tip}
      aria-hidden="true"
      data-above={above || undefined}
      style={{ left: middle, top: above ? tip.rect.top - 6 : tip.rect.bottom + 6 }}
    >
      {tip.text}
    </div>
  );
};
