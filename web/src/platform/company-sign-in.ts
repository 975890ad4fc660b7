/**
 * The browser comes back from the sign-in service of a company to /login, with its answer in the address. It is taken out of
 * there before anything else reads it, and the page that was asked for before is put back.
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

/** What the service has answered, once. */
export const companyAnswer = (): string | undefined => {
  const taken = answer;
  answer = undefined;
  return taken;
};

/** Leaves for the service; the page that was wanted waits in this tab. */
export const goToCompany = (url: string) => {
  const wanted = new URLSearchParams(window.location.search).get('redirect');
  if (wanted) sessionStorage.setItem(WANTED, wanted);
  window.location.assign(url);
};

const CAME = 'companySession';
/** The session of this browser began at the service. */
export const rememberCompany = () => localStorage.setItem(CAME, 'yes');
/** Whether it did; nothing is remembered of it from now on. */
export const forgetCompany = (): boolean => {
  const came = localStorage.getItem(CAME) !== null;
  localStorage.removeItem(CAME);
  return came;
};
