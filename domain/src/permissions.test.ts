import { expect, test } from 'vitest';
import { ROLES } from './call.ts';
import * as permissions from './permissions.ts';

/**
 * Typed by hand, like server/permissions.txt, so that changes are deliberate. Jobs of the server may do what office staff
 * may, except what is reserved for admins.
 */
const WHO = {
  isCaregiver: 'evv',
  managesAccounts: 'admin',
  needsChosenProvider: 'provider',
  isTiedRole: 'provider evv',
  editsRecords: 'admin',
  writesBesideRecord: 'user',
  mayCorrectOwnRecords: 'user',
  mayBeNarrowed: 'provider',
  seesPayRates: 'admin',
  findsByWholeSsn: 'admin user evv job',
  seesNotesAndDoubles: 'admin user evv job',
  seesTypeRates: 'admin',
  mayOverride: 'admin',
  seesScanErrors: 'admin user evv job',
  seesExcludedTime: 'admin user evv job',
  printsWholeMonth: 'admin user evv job',
  signsDocuments: 'user provider evv job',
  seesConfidentialColumns: 'admin',
  seesAuthorizationMoney: 'admin',
  seesVisitMoney: 'admin',
} satisfies Record<keyof typeof permissions, string>;

test.each(Object.entries(permissions))('%s answers for each role as it is written down', (name, question) => {
  const roles = [...ROLES, 'job'].filter((role) => question(role));
  expect(roles.join(' ')).toBe(Object.entries(WHO).find(([key]) => key === name)?.[1]);
});
