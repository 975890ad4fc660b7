import * as calls from '@homecare/domain/family/own-contract.ts';
import { queryClient, useRead } from '../../platform/query.ts';
import { forgetAnswers, whenSignedOut } from '../../platform/send.ts';
import { createStore } from '../../platform/store.ts';

/** Seconds: an invitation that was ended leaves an open page blank within five, and what is shown follows. */
const PAGE_EVERY = 4;
const SHOWN_EVERY = 30;

/** Whether the server has said that nobody is signed in here. */
const isOut = createStore(false);

/** Nothing of what was shown stays in the page. */
const leave = () => {
  isOut.set(true);
  forgetAnswers();
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== calls.getPage.name });
};
export const followEnd = () => whenSignedOut(leave);
export const leavePage = leave;

export const comeIn = () => {
  isOut.set(false);
  void queryClient.resetQueries({ queryKey: [calls.getPage.name] });
};

export const useOwnPage = () => {
  const out = isOut.use();
  const query = useRead(
    calls.getPage,
    {},
    { enabled: !out, staleTime: 0, ...(!out && { every: PAGE_EVERY * 1000 }) },
  );
  return { isOut: out, page: out ? undefined : query.data };
};

const shown = { every: SHOWN_EVERY * 1000 } as const;
export const useVisits = () => useRead(calls.listVisits, {}, shown);
export const useArrivals = () => useRead(calls.listArrivals, {}, shown);
export const useCalendar = () => useRead(calls.getCalendar, {}, { staleTime: 0 });
export const usePasskeys = () => useRead(calls.listPasskeys, {});

export const ASK_LINK = { call: calls.askLink } as const;
export const CHOOSE_LANGUAGE = { call: calls.chooseLanguage, changes: [calls.getPage] } as const;
export const SIGN_OUT = { call: calls.signOut } as const;
export const REMOVE_PASSKEY = { call: calls.removePasskey, changes: [calls.listPasskeys] } as const;
export const RENEW_CALENDAR = { call: calls.renewCalendar, changes: [calls.getCalendar] } as const;
export const REMOVE_CALENDAR = { call: calls.removeCalendar, changes: [calls.getCalendar] } as const;
export const BEGIN_PASSKEY = { call: calls.beginPasskey } as const;
export const ADD_PASSKEY = { call: calls.addPasskey, changes: [calls.listPasskeys] } as const;
export const BEGIN_SIGN_IN = { call: calls.beginPasskeySignIn } as const;
export const SIGN_IN = { call: calls.signInWithPasskey } as const;
