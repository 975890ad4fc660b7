/**
 * A company's sign-in service sends the browser back to /login with its answer in the URL. Remove the answer before anything
 * else reads it, and restore the page that was requested before.
 */
const WANTED = 'afterSignIn';

const takeAnswer = (): string | undefined => {
  const { pathname, search } = window.location;
  const fields = new URLSearchParams(search);
  const isBack = pathname.toLowerCase() === '/login' && fields.has('state');
  if (!isBack || !(fields.has('code') || fields.has('error'))) return undefined;
  const wanted = sessionStorage.getItem(WANTED);
  sessionStorage.removeItem(WANTED);
  const redirect = wanted ? `?${new URLSearchParams({ redirect: wanted })}` : '';
  window.history.replaceState(window.history.state, '', `/login${redirect}`);
  return search.slice(1);
};
let answer = takeAnswer();

/** The answer of the service. It is returned only once. */
export const companyAnswer = (): string | undefined => {
  const taken = answer;
  answer = undefined;
  return taken;
};

/** Goes to the service. This tab remembers the requested page. */
export const goToCompany = (url: string) => {
  const wanted = new URLSearchParams(window.location.search).get('redirect');
  if (wanted) sessionStorage.setItem(WANTED, wanted);
  window.location.assign(url);
};

const CAME = 'companySession';
/** Remembers that the session of this browser began at the service. */
export const rememberCompany = () => localStorage.setItem(CAME, 'yes');
/** Returns whether it did, and forgets it. */
export const forgetCompany = (): boolean => {
  const came = localStorage.getItem(CAME) !== null;
  localStorage.removeItem(CAME);
  return came;
};
