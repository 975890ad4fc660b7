/** What the Colorado program expects. */
export const COLORADO_PAYER = 'COHCPF';

/** Service code → label; the program follows from the code. */
export const COLORADO_SERVICES = {
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
  CDASS: 'Consumer Directed Attendant Support',
  SLSHM: 'Supported Living Homemaker',
} as const;

const CDASS_CODES = new Set(['CDASS', 'SLSHM']);

/** Undefined for a code that the program does not know. */
export const programOf = (code: string): 'HCPF' | 'CDASS' | undefined => {
  if (CDASS_CODES.has(code)) return 'CDASS';
  return Object.hasOwn(COLORADO_SERVICES, code) ? 'HCPF' : undefined;
};

/** The only names the aggregator takes; 'Mountain' or 'US/mountain' are refused. */
const ZONES: Readonly<Record<string, string>> = {
  'America/Denver': 'US/Mountain',
  'America/Boise': 'US/Mountain',
  'America/Phoenix': 'US/Arizona',
  'America/Los_Angeles': 'US/Pacific',
  'America/Chicago': 'US/Central',
  'America/New_York': 'US/Eastern',
  'America/Detroit': 'US/Eastern',
  'America/Anchorage': 'US/Alaska',
  'Pacific/Honolulu': 'US/Hawaii',
};
export const zoneOf = (zone: string): string | undefined => (/^US\/[A-Z]/.test(zone) ? zone : ZONES[zone]);
