import type { InputOf } from '@homecare/domain/call.ts';
import type { insertPerson } from '@homecare/domain/people/contract.ts';

type Data = InputOf<typeof insertPerson>['data'];

const common: Data = {
  FirstName: 'Robin',
  Gender: 'Unknown',
  DOB: '1980-04-04',
  Address: '1450 S Havana St',
  City: 'Aurora',
  State: 'CO',
  PostalCode: '80012',
  AddressLatitude: 39.7047,
  AddressLongitude: -104.8137,
  Phone: '(720) 555-0189',
  'Emergency Contact': 'Kim Sample',
  'Emergency Phone': '(303) 555-0148',
};

/** 1 → 900-01-0001: never issued, and different for each number below 4 million. */
export const sampleSsn = (serial: number): string => {
  const [area, group] = [Math.floor(serial / (99 * 9_999)), Math.floor(serial / 9_999) % 99];
  const two = (value: number) => String(value).padStart(2, '0');
  return `9${two(area)}-${two(group + 1)}-${String((serial % 9_999) + 1).padStart(4, '0')}`;
};

/** A caregiver who may be planned for: every required field, with checks from this year. */
export const sampleProvider = (
  lastName: string,
  ssn: string,
  today: Temporal.PlainDate,
  more: Data = {},
): Data => ({
  ...common,
  'Provider or Client': 'Provider',
  LastName: lastName,
  'SSI #': ssn,
  'Start Date': today.subtract({ years: 1 }).toString(),
  'ID Expiration': today.add({ years: 2 }).toString(),
  'Safety Training': today.subtract({ months: 6 }).toString(),
  BackgroundCheck: today.subtract({ months: 6 }).toString(),
  capsCheck: today.subtract({ years: 1 }).toString(),
  'Staff Evaluation': today.subtract({ months: 6 }).toString(),
  ...more,
});

/** A client without SSN and Medicaid number, so that no unique index prevents another one. */
export const sampleClient = (lastName: string, today: Temporal.PlainDate, more: Data = {}): Data => ({
  ...common,
  'Provider or Client': 'Client',
  LastName: lastName,
  PrivateClient: true,
  Services: ['PRSNL'],
  Diagnosis: 'I10',
  EmergencyAddress: '1 Main St, Aurora',
  EmergencyRelation: 'Sister',
  'Case Manager': 'Ana Ruiz',
  'Managers Phone': '(303) 555-0100',
  Doctor: 'Dr. Chen',
  'Doctors Phone #': '(303) 555-0101',
  'Home Visit': today.subtract({ months: 1 }).toString(),
  StartOfCare: today.subtract({ years: 1 }).toString(),
  ...more,
});
