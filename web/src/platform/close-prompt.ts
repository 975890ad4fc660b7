/** The prompt of a window that closes (docs/rules/screens.md, rule 7); browsers show their own words for it. */
const PROMPT = 'Do you really want to close?';

// Browsers refuse the prompt on a page nobody has touched, and complain about the attempt.
const ask = (event: BeforeUnloadEvent) => {
  if (!navigator.userActivation.hasBeenActive) return;
  event.preventDefault();
  event.returnValue = PROMPT;
};

export const promptOnClose = () => window.addEventListener('beforeunload', ask);

/** Leaving on purpose, such as after another user signed in, does not ask. */
export const openAfresh = (path: string) => {
  window.removeEventListener('beforeunload', ask);
  window.location.assign(path);
};
