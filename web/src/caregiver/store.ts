// What the employee screen keeps on the phone: visits of two days, attempts that the server does not have yet, and a few
// facts. Used by the page and by the service worker. Names and positions are sealed.

import { sealedStore } from '../platform/sealed-store.ts';

export const { inStore, rowsOf, seal, unseal } = sealedStore('homecare-phone', {
  facts: {},
  days: { keyPath: 'date' },
  attempts: { keyPath: 'serial', autoIncrement: true },
});

/** How many entries of anybody wait on this phone. */
export const countEntries = async () => (await rowsOf('attempts').catch(() => [])).length;

// --- Whose phone ---------------------------------------------------------------------------------------------------

/** One account of one site: logins of two agencies may have the same number. */
export const ownerOf = (session: { readonly site: string; readonly uid: string }) =>
  `${session.site}:${session.uid}`;

export const storedOwner = async () => {
  const owner: unknown = await inStore('facts', 'readonly', (facts) => facts.get('owner'));
  return typeof owner === 'string' ? owner : undefined;
};

const forget = async () => {
  await inStore('facts', 'readwrite', (facts) => facts.delete('owner'));
  await inStore('days', 'readwrite', (days) => days.clear());
};

// One after the other: signing out and in again must not cross. A browser without a store has nothing to forget.
let turn: Promise<void> = Promise.resolve();
const inTurn = (work: () => Promise<void>) => {
  turn = turn.then(work).catch(() => undefined);
  return turn;
};

/** Signed out: the days go, attempts wait for their caregiver. */
export const forgetDays = () => inTurn(forget);

/** From now on the phone is this caregiver's: days of somebody else go. */
export const claimPhone = (owner: string) =>
  inTurn(async () => {
    if ((await storedOwner()) === owner) return;
    await forget();
    await inStore('facts', 'readwrite', (facts) => facts.put(owner, 'owner'));
  });
