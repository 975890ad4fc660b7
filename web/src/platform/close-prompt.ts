/** The question when a window closes (docs/rules/screens.md, rule 7). Browsers show their own text instead. */
const PROMPT = 'Do you really want to close?';

// Browsers block the question on a page that nobody has used, and log the attempt.
const ask = (event: BeforeUnloadEvent) => {
  if (!navigator.userActivation.hasBeenActive) return;
  event.preventDefault();
  event.returnValue = PROMPT;
};

export const promptOnClose = () => window.addEventListener('beforeunload', ask);

/** Opens a page without asking, when leaving is intended, such as after another user signed in. */
export const openAfresh = (path: string) => {
  window.removeEventListener('beforeunload', ask);
  window.location.assign(path);
};
