import { promptOnClose } from '../platform/close-prompt.ts';
import { pressMainByKey } from '../platform/main-key.ts';
import { catchStrayClicks } from '../platform/stray-clicks.ts';
import { catchStrayDrops } from '../platform/stray-drops.ts';

let isGuarded = false;

/** What no page of this window must do by accident, and the key that all have: the sign-in form and the application after it. */
export const guardWindow = () => {
  if (isGuarded) return;
  isGuarded = true;
  promptOnClose();
  catchStrayDrops();
  catchStrayClicks();
  pressMainByKey();
};
