import type { Par } from '../../authorizations/pars.ts';
import type { Card, CardDay } from '../../billing/schema.ts';
import type { Term } from '../../plan-types/schema.ts';
import type { ClaimAgency, ClaimClient } from '../claim-file.ts';
import type { CardToClaim } from '../day-lines.ts';

/** An agency, a client and a card for tests of claims. */

export const AGENCY: ClaimAgency = {
  name: 'Example Home Care LLC',
  tpid: '12345678',
  npi: '1234567893',
  taxonomy: '253Z00000X',
  medicaidProviderId: '9000000001',
  ein: '84-0000001',
  address: '100 Example St',
  address2: null,
  city: 'Denver',
  state: 'CO',
  zip: '80202-0001',
  contactName: 'Billing Office',
  contactPhone: '(303) 555-0100',
  usage: 'T',
  filePrefix: 'tp',
  receiver: 'COMEDASSISTPROG',
  payerId: 'CO_TXIX',
};

export const CLIENT: ClaimClient = {
  id: 10,
  lastName: 'Doe',
  firstName: 'Jane',
  middleName: null,
  medicaid: 'A123456',
  dob: '1950-01-02',
  gender: 'Female',
  address: '200 Sample Ave',
  address2: null,
  city: 'Aurora',
  state: 'CO',
  postalCode: '80011',
  diagnosis: 'R68.89',
};

export const PAR: Par = {
  type: 'PCP',
  number: '1234567890',
  from: '2026-01-01',
  through: '2026-12-31',
  units: 4000,
  used: 0,
};

export const TERM: Term = {
  validFrom: '2020-01-01',
  procedureCode: 'T1019',
  modifiers: ['U1', 'KX'],
  unitRule: 'up',
  rateCents: 608,
  addrateCents: null,
  payCategory: null,
  source: 'fee schedule',
};

export const cardToClaim = (
  json: readonly CardDay[],
  more: Partial<Card> = {},
  { terms = [TERM], pars = [PAR] }: { terms?: readonly Term[]; pars?: readonly Par[] } = {},
): CardToClaim => ({
  card: {
    id: 1,
    planId: 1,
    clientId: CLIENT.id,
    providerId: 2,
    typeCode: 'PCP',
    planStatus: 'Active',
    date: '2026-11',
    customDate: null,
    startPeriod: '2026-11-01',
    endPeriod: '2026-11-30',
    payRate: 608,
    rateKind: null,
    rates: [],
    unitRule: 'up',
    days: [...json],
    status: 'Billed',
    excluded: null,
    ...more,
  },
  terms,
  pars,
});
