import type { StatePack } from '../pack.ts';
import { COLORADO_AGGREGATOR } from './aggregator.ts';
import { COLORADO_CAPS } from './caps.ts';
import { COLORADO_CLAIMS, COLORADO_MEMBER } from './claims.ts';
import { COLORADO_INCIDENTS } from './incidents.ts';
import { COLORADO_NORMS } from './norms.ts';
import { COLORADO_OVERTIME, COLORADO_WAGES } from './pay.ts';
import { COLORADO_TYPES } from './service-types.ts';

/** Before the product kept any record: what its documents do not date counts for all of them. */
const ALWAYS = '2000-01-01';

export const COLORADO: StatePack = {
  state: 'CO',
  name: 'Colorado',
  rules: {
    units: [
      {
        from: ALWAYS,
        value: { minutes: 15, rounding: 'up' },
        source: 'The agency’s own specification of its billing',
        quote: 'hours (work plus travel) rounded up to the next quarter hour; units = 4 times rounded hours',
      },
    ],
    codes: [
      {
        from: '2020-01-01',
        value: COLORADO_TYPES,
        source:
          'HCBS EBD waiver and IHSS before Community First Choice; not yet compared with the HCPF billing manual.',
        quote:
          'Personal care T1019 U1, of relatives T1019 U1 HR, homemaker S5130 U1; in IHSS with KX, health maintenance H0038 U1',
      },
    ],
    memberId: [
      {
        from: ALWAYS,
        value: COLORADO_MEMBER,
        source: 'The number of a member in a public sample of Health First Colorado',
        quote: 'Y678588',
      },
    ],
    filing: [
      {
        from: '1993-10-01',
        value: { days: 120 },
        source: '10 CCR 2505-10 8.043',
        quote: 'the timely filing limit of 120 days',
      },
      {
        from: '2018-06-01',
        value: { days: 365 },
        source: 'hcpf.colorado.gov/timely-filing-faq, read 2026-11',
        quote: 'Providers always have at least 365 days from the DOS to submit a claim.',
      },
    ],
    resending: [
      {
        from: '1993-10-01',
        value: { days: 60, denied: '7' },
        source: 'hcpf.colorado.gov/timely-filing-faq, read 2026-11',
        quote:
          'Providers must also resubmit claims every 60 days after the initial timely filing period (365 days from the DOS) to keep the claim within the timely filing period. The previous ICN must be referenced on the claim',
      },
    ],
    claimFile: [
      {
        from: ALWAYS,
        value: COLORADO_CLAIMS,
        source:
          'Companion guide of HCPF to the 837P (June 2025), as public builders of Colorado claims cite it',
        quote: 'NM1*40*2*COLORADO MEDICAL ASSISTANCE PROGRAM*****46*COMEDASSISTPROG',
      },
    ],
    visitProof: [
      {
        from: ALWAYS,
        value: 'record',
        source: 'hcpf.colorado.gov/evv, November 19, 2021',
        quote:
          'Up until February 1, 2022, claims that are missing EVV or have incomplete EVV records will show … EOB 3054 “EVV Record Not Found” and the claim will pay.',
      },
      {
        from: '2022-02-01',
        value: 'aggregator',
        source: 'hcpf.colorado.gov/evv, November 19, 2021',
        quote:
          'After February 1, 2022, claims missing or having incomplete EVV records will show in the provider’s Remittance Advice as EOB 3054 “EVV Record Required and Not Found” and the claim will deny.',
      },
    ],
    aggregator: [
      {
        from: ALWAYS,
        value: COLORADO_AGGREGATOR,
        source: 'HCPF, Third-Party EVV Addendum v2.3 to Sandata’s Alternate EVV v7.1 (July 2020)',
        quote: 'PayerID COHCPF; PayerProgram HCPF, CDASS; VisitTimeZone US/Mountain',
      },
    ],
    incidents: COLORADO_INCIDENTS,
    overtime: COLORADO_OVERTIME,
    wages: COLORADO_WAGES,
    caps: COLORADO_CAPS,
    norms: [
      {
        from: '2020-01-01',
        value: COLORADO_NORMS,
        source: 'Task worksheet',
        quote: 'floor care 15 minutes a room, meal preparation 30 an event, shopping 120 a week',
      },
    ],
    words: [
      {
        from: ALWAYS,
        value: { medicaid: 'Health First Colorado', office: 'HCPF' },
        source: 'HCPF, EVV newsletter of July 2025',
        quote: 'Health First Colorado (Colorado’s Medicaid Program)',
      },
    ],
    timeZone: [
      {
        from: ALWAYS,
        value: 'America/Denver',
        source: '49 CFR 71.8',
        quote:
          'the mountain standard time zone, includes that part of the United States that is west of the boundary line between the central and mountain standard time zones',
      },
    ],
  },
};
