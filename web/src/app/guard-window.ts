import { promptOnClose } from '../platform/close-prompt.ts';
import { pressMainByKey } from '../platform/main-key.ts';
import { catchStrayClicks } from '../platform/stray-clicks.ts';
import { catchStrayDrops } from '../platform/stray-drops.ts';

let isGuarded = false;

/** Prevents accidents on every page and installs the common shortcut, for the sign-in form and then the application. */
export const guardWindow = () => {
  if (isGuarded) return;
  isGuarded = true;
  promptOnClose();
  catchStrayDrops();
  catchStrayClicks();
  pressMainByKey();
};
