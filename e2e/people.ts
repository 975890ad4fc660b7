/**
 * People of the Synthea sample (Apache-2.0; nobody real), with the numbers in their names left out, at addresses of the
 * Colorado file (CMS and NPPES, public domain). Synthea lacks phones, doctors and check dates: those are made up here.
 */
export const CAREGIVER = {
  'Last name': 'Cormier',
  'First name': 'Barney',
  DOB: '01-13-1986',
  'SSI #': '611-38-2615',
  Address: '3000 S Jamaica Ct',
  City: 'Aurora',
  State: 'CO',
  ZIP: '80014',
  Phone: '(303) 555-0171',
  'Emergency Contact': 'Margorie Cormier',
  'Emergency Phone': '(303) 555-0172',
} as const;

export const CLIENT = {
  'Last name': 'Lakin',
  'First name': 'Chasidy',
  DOB: '07-08-2000',
  Address: '10697 E Dartmouth Ave',
  City: 'Aurora',
  State: 'CO',
  ZIP: '80014',
  Phone: '(720) 555-0181',
  'Emergency Contact': 'Temika Wuckert',
  'Emergency Phone': '(720) 555-0182',
  'Emergency address': '2851 S Parker Rd, Aurora, CO 80014',
  'Emergency relation': 'Sister',
  Medicaid: 'Y678588',
  Diagnosis: 'G80.0',
  'Case Manager': 'Dana Ortiz',
  'Managers Phone': '(303) 555-0183',
  Doctor: 'Dr. Ann Reilly',
  'Doctors Phone #': '(303) 555-0184',
} as const;

/** Where the client lives, from the Colorado file. */
export const CLIENT_HOME = { latitude: 39.660765, longitude: -104.863204 } as const;
/** About 200 metres away. */
export const ELSEWHERE = { latitude: 39.662565, longitude: -104.863204 } as const;
