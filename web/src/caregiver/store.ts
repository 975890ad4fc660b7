// What the caregiver's screen stores on the phone: two days of visits, unsent attempts and a few facts. Used by the
// page and the service worker. Names and positions are encrypted.

import { sealedStore } from '../platform/sealed-store.ts';

export const { inStore, rowsOf, seal, unseal } = sealedStore('homecare-phone', {
  facts: {},
  days: { keyPath: 'date' },
  attempts: { keyPath: 'serial', autoIncrement: true },
});

/** Number of unsent entries on this phone, of any account. */
export const countEntries = async () => (await rowsOf('attempts').catch(() => [])).length;

// --- Owner of the phone --------------------------------------------------------------------------------------------

/** One account of one site. Accounts of two agencies may have the same number. */
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

// Runs one operation after the other, so that signing out and in again do not interleave. Without a store there is
// nothing to forget.
let turn: Promise<void> = Promise.resolve();
const inTurn = (work: () => Promise<void>) => {
  turn = turn.then(work).catch(() => undefined);
  return turn;
};

/** After sign-out, deletes the days but keeps the attempts for their caregiver. */
export const forgetDays = () => inTurn(forget);

/** Assigns the phone to this caregiver and deletes other people's days. */
export const claimPhone = (owner: string) =>
  inTurn(async () => {
    if ((await storedOwner()) === owner) return;
    await forget();
    await inStore('facts', 'readwrite', (facts) => facts.put(owner, 'owner'));
  });
