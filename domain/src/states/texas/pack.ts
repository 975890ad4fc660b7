import type { StatePack } from '../pack.ts';

/**
 * What documents at hand say of Primary Home Care, Community Attendant Services and Family Care in Texas, and what they do not:
 * the code sets of its services, the form of its numbers and the address of its files were not to be had.
 */
export const TEXAS: StatePack = {
  state: 'TX',
  name: 'Texas',
  rules: {
    units: [
      {
        // The revision of the handbook: the rule itself is older, what it is applied to is said here.
        from: '2024-09-12',
        value: { minutes: 15, rounding: 'nearestVisit' },
        source: '26 TAC §277.89(d); of each visit: HHSC, EVV Policy Handbook 8000 (revision 24-1)',
        quote:
          'A provider must bill HHSC for services in quarter-hour increments, rounding up to the next quarter-hour if the actual time worked is eight minutes or more, and rounding down to the previous quarter hour if the actual time worked is less than eight minutes. … Bill hours is the number of hours provided that is transmitted to the EVV Aggregator. … If bill hours do not match the units of service billed by the program provider or FMSA, the claim may be denied.',
      },
    ],
    codes: 'unknown',
    memberId: 'unknown',
    filing: [
      {
        // The earlier of its two days: the later one, of eligibility, only gives more time. The register up to which the copy of the rule is current.
        from: '2024-12-27',
        value: { monthsAfterMonth: 12 },
        source: '40 TAC §49.311(b)(4), kept by 26 TAC §52.121(f)',
        quote:
          'submitted within 12 months after one of the following, whichever is later: (A) the last day of the month in which the service was provided … or (B) the date the individual’s eligibility for the service was determined … If a claim for services is denied by HHSC, the contractor that submitted the claim may submit a corrected claim within the 12-month period described in subsection (b)(4) of this section.',
      },
    ],
    // By when is said above; whether as a new claim or in place of the denied one is not.
    resending: 'unknown',
    claimFile: 'unknown',
    visitProof: [
      {
        from: '2020-12-23',
        value: 'aggregator',
        source: '1 TAC §354.4009(a)(2), 45 TexReg 9178',
        quote: 'ensure that the EVV visit transaction is transmitted and accepted into the EVV aggregator',
      },
      {
        from: '2024-01-01',
        value: 'aggregator',
        source: '1 TAC §354.4009(c)(1)(A)',
        quote:
          'before submitting an EVV claim … ensure that the EVV visit transaction is transmitted to and accepted by the EVV Portal',
      },
    ],
    aggregator: 'unknown',
    incidents: [
      {
        // Transferred to this chapter.
        from: '2019-06-15',
        value: {
          whom: 'protectiveServices',
          kinds: ['abuse'],
          within: null,
          applies: 'At once, by the toll-free number of DFPS or online; the rule counts no hours.',
        },
        source: '26 TAC §711.201(a)(1)',
        quote: 'report such knowledge or suspicion to DFPS immediately, if possible',
      },
      {
        from: '2024-09-20',
        value: {
          whom: 'healthDepartment',
          kinds: ['abuse'],
          within: { days: 10, afterReportTo: 'protectiveServices' },
          applies:
            'For acts of employees of a licensed agency: the Provider Investigation Report to HHSC, by the 10th day after the act was reported.',
        },
        source: '26 TAC §558.250(b)(3)',
        quote:
          'An agency must send the completed HHSC Provider Investigation Report form to HHSC Complaint Intake Unit no later than the 10th day after reporting the act to the Department of Family and Protective Services and HHSC.',
      },
    ],
    overtime: [
      {
        // Of 1981; the product keeps no pay before this day.
        from: '2000-01-01',
        value: {
          // The week may begin on any day that the agency keeps to.
          weekStart: 'Sun',
          weekLimit: 40 * 60,
          dayLimit: null,
          consecutiveLimit: null,
          gap: 0,
        },
        source: '29 CFR 778.101 (46 FR 7309, Jan. 23, 1981), 778.102',
        quote:
          '40 hours as the maximum number that an employee subject to its provisions may work for an employer in any workweek without receiving additional compensation … The Act does not generally require, however, that an employee be paid overtime compensation for hours in excess of eight per day',
      },
    ],
    wages: [
      {
        from: '2023-09-01',
        // The end of the two years of the act; no later figure is at hand.
        through: '2025-08-31',
        value: { city: '', cents: 1060 },
        source: 'HHSC, base wage of attendants (2024-25 General Appropriations Act, Article II, Rider 30(a))',
        quote: 'HHSC has increased the base wage for attendants from $8.11 to $10.60 per hour.',
      },
    ],
    caps: 'unknown',
    norms: 'unknown',
    words: [
      {
        from: '2016-12-01',
        value: { medicaid: 'Texas Medicaid', office: 'HHSC' },
        source: 'TMHP, Texas Medicaid Provider Procedures Manual, December 2016; 26 TAC §52.121(a)',
        quote:
          'To verify a client’s Texas Medicaid eligibility, use the following options … HHSC pays a contractor for a claim',
      },
    ],
    // Its west keeps mountain time.
    timeZone: 'unknown',
  },
};
