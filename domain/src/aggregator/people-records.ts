import type { AggregatorRules } from '../states/pack.ts';
import { programOf, zoneNameOf } from '../states/rules.ts';
import {
  type Agency,
  type Built,
  builtFrom,
  type ClientRecord,
  degreesOf,
  type EmployeeRecord,
  identification,
  nameOf,
  phoneOf,
  textOf,
  zipOf,
} from './intake.ts';

interface PersonSource {
  readonly id: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** The first day without service. */
  readonly archiveDate: string | null;
}

export interface ClientSource extends PersonSource {
  readonly middleName: string | null;
  readonly medicaid: string | null;
  readonly isPrivate: boolean;
  readonly isActive: boolean;
  readonly address: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly county: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly phone: string | null;
  readonly altPhone: string | null;
  /** Procedure codes in the aggregator's list. */
  readonly services: readonly string[];
  readonly startOfCare: string | null;
}

export interface ProviderSource extends PersonSource {
  readonly email: string | null;
  readonly startDate: string | null;
}

/** The payer's number of a member, reduced to digits and upper-case letters. */
export const medicaidOf = (medicaid: string | null): string | null =>
  textOf((medicaid ?? '').toUpperCase().replace(/[^A-Z0-9]/g, ''), 24);

const missingIn = (...checks: readonly (readonly [missing: boolean, sentence: string])[]): string[] =>
  checks.filter(([missing]) => missing).map(([, sentence]) => sentence);

const missingName = (person: PersonSource) =>
  missingIn(
    [nameOf(person.firstName) === null, 'The first name is missing or has no Latin letters.'],
    [nameOf(person.lastName) === null, 'The last name is missing or has no Latin letters.'],
  );

const addressOf = (client: ClientSource): ClientRecord['ClientAddress'][number] => ({
  ClientAddressType: 'Home',
  ClientAddressIsPrimary: true,
  ClientAddressLine1: textOf(client.address, 30) ?? '',
  ClientAddressLine2: textOf(client.address2, 30),
  ClientCounty: textOf(client.county, 25),
  ClientCity: textOf(client.city, 30) ?? '',
  ClientState: /^[A-Z]{2}$/.test(client.state ?? '') ? (client.state ?? '') : '',
  ClientZip: zipOf(client.postalCode) ?? '',
  ClientAddressLongitude: degreesOf(client.longitude, 180),
  ClientAddressLatitude: degreesOf(client.latitude, 90),
});

export const buildClient = (
  client: ClientSource,
  {
    agency,
    rules,
    zone,
    sequence,
  }: { agency: Agency; rules: AggregatorRules; zone: string; sequence: number },
): Built<ClientRecord> => {
  const medicaid = medicaidOf(client.medicaid);
  const address = addressOf(client);
  const timezone = zoneNameOf(rules, zone);
  const unknown = client.services.filter((code) => programOf(rules, code) === undefined);
  const missing = [
    ...missingName(client),
    ...missingIn(
      [medicaid === null, 'The Medicaid number is missing.'],
      [address.ClientAddressLine1 === '', 'The address is missing.'],
      [address.ClientCity === '', 'The city is missing.'],
      [address.ClientState === '', 'The state is missing.'],
      [address.ClientZip === '', 'The ZIP code is missing or does not have 5 or 9 digits.'],
      [client.services.length === 0, 'Choose a service: Sandata needs at least one procedure code.'],
      [unknown.length > 0, `Sandata does not know the service ${unknown.join(', ')}.`],
      [timezone === undefined, `Sandata has no name for the time zone ${zone}.`],
    ),
  ];
  const phones = [
    ['Home', phoneOf(client.phone)],
    ['Other', phoneOf(client.altPhone)],
  ] as const;
  return builtFrom(missing, () => ({
    ProviderIdentification: identification(agency),
    ClientQualifier: 'ClientCustomID',
    ClientIdentifier: medicaid ?? '',
    ClientFirstName: nameOf(client.firstName) ?? '',
    ClientMiddleInitial: nameOf((client.middleName ?? '').replace(/^[^\p{L}]+/u, ''), 1),
    ClientLastName: nameOf(client.lastName) ?? '',
    ClientMedicaidID: medicaid ?? '',
    MissingMedicaidID: false,
    SequenceID: sequence,
    ClientOtherID: String(client.id),
    ClientTimezone: timezone ?? '',
    ClientCustomID: medicaid ?? '',
    // Optional, and what is not needed is not sent.
    ClientSSN: null,
    ClientAddress: [address],
    ClientPayerInformation: [...new Set(client.services)].map((code) => ({
      PayerID: agency.payerId,
      PayerProgram: programOf(rules, code) ?? '',
      ProcedureCode: code,
      ClientPayerID: medicaid ?? '',
      ClientStatus: client.isActive ? '02' : '04',
      EffectiveStartDate: client.startOfCare,
      EffectiveEndDate: client.isActive ? null : client.archiveDate,
    })),
    ClientPhone: phones.flatMap(([type, phone]) =>
      phone === null ? [] : [{ ClientPhoneType: type, ClientPhone: phone }],
    ),
  }));
};

/** The identifier of an employee has at most nine digits. */
const MAX_EMPLOYEE = 999_999_999;

export const buildEmployee = (
  provider: ProviderSource,
  { agency, sequence }: { agency: Agency; sequence: number },
): Built<EmployeeRecord> => {
  const email = textOf(provider.email, 64);
  const missing = [
    ...missingName(provider),
    ...missingIn([provider.id > MAX_EMPLOYEE, 'The ID of the employee has more than nine digits.']),
  ];
  return builtFrom(missing, () => ({
    ProviderIdentification: identification(agency),
    EmployeeQualifier: 'EmployeeCustomID',
    EmployeeIdentifier: String(provider.id),
    EmployeeOtherID: String(provider.id),
    SequenceID: sequence,
    EmployeeSSN: null,
    EmployeeLastName: nameOf(provider.lastName) ?? '',
    EmployeeFirstName: nameOf(provider.firstName) ?? '',
    // A truncated address would belong to somebody else.
    EmployeeEmail: email === provider.email && /^\S+@\S+\.\S+$/.test(email ?? '') ? email : null,
    EmployeeHireDate: provider.startDate,
    EmployeeEndDate: provider.archiveDate,
    EmployeeAPI: null,
    EmployeePosition: null,
  }));
};
