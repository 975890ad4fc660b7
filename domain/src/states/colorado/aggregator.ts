import type { AggregatorRules } from '../pack.ts';

/** What the Colorado program expects of records for the aggregator. */
export const COLORADO_AGGREGATOR: AggregatorRules = {
  payerId: 'COHCPF',
  programs: {
    HCPF: {
      PRSNL: 'Personal Care',
      HMKR: 'Homemaker',
      IHSS: 'In-Home Support Services',
      RSPT: 'Respite',
      LST: 'Life Skills Training',
      BHSVC: 'Behavioral Services',
      HHNUR: 'Home Health Nursing',
      HHBAS: 'Home Health Aide',
      HHPT: 'Home Health Physical Therapy',
      HHOT: 'Home Health Occupational Therapy',
      HHSLT: 'Home Health Speech Therapy',
      PDRN: 'Private Duty Nursing',
      HSPH: 'Hospice at Home',
      HSPIP: 'Hospice Inpatient',
      PEDPC: 'Pediatric Personal Care',
      PEDBT: 'Pediatric Behavioral Therapy',
      PT: 'Physical Therapy',
      OT: 'Occupational Therapy',
      DME: 'Durable Medical Equipment',
    },
    CDASS: {
      CDASS: 'Consumer Directed Attendant Support',
      SLSHM: 'Supported Living Homemaker',
    },
  },
  // 'Mountain' or 'US/mountain' are refused.
  zones: {
    'America/Denver': 'US/Mountain',
    'America/Boise': 'US/Mountain',
    'America/Phoenix': 'US/Arizona',
    'America/Los_Angeles': 'US/Pacific',
    'America/Chicago': 'US/Central',
    'America/New_York': 'US/Eastern',
    'America/Detroit': 'US/Eastern',
    'America/Anchorage': 'US/Alaska',
    'Pacific/Honolulu': 'US/Hawaii',
  },
};
