import { addDays, WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import { latinOf } from '@homecare/domain/latin.ts';
import type { PersonKind } from '@homecare/domain/people/dictionary.ts';
import {
  ACTIVE_STATUS,
  ARCHIVED_STATUS,
  KIND,
  SSN,
  STATUS,
} from '@homecare/domain/people/kind-and-status.ts';
import { settle } from '@homecare/domain/people/rules.ts';
import type { OtherService, PersonDraft } from '@homecare/domain/people/schema.ts';
import { type Cast, CLIENT_CAST, CULTURES, PROVIDER_CAST } from './example-names.ts';
import type { Place } from './example-places.ts';
import { type Random, randomOf, scattered } from './example-random.ts';

export interface Setting {
  readonly today: Temporal.PlainDate;
  /** Nearest to the agency first. */
  readonly places: readonly Place[];
  /** The share of the places, starting at the agency, where people live: small agencies stay in their town. */
  readonly reach: number;
}

/** The part of the cast that comes first in new example data. */
export const castOf = (kind: PersonKind) => (kind === 'Provider' ? PROVIDER_CAST : CLIENT_CAST);

const ARCHIVED = 0.08;

/** Dates by their distance from today. */
const calendar = (today: Temporal.PlainDate, r: Random) => ({
  daysAgo: (from: number, through: number) => today.subtract({ days: r.int(from, through) }).toString(),
  daysAhead: (from: number, through: number) => today.add({ days: r.int(from, through) }).toString(),
  /** A number of months ago, plus some days. */
  monthsAgo: (months: number, from: number, through: number) =>
    today
      .subtract({ months })
      .subtract({ days: r.int(from, through) })
      .toString(),
});
type Calendar = ReturnType<typeof calendar>;

/**
 * The person with this serial number, the same whenever it is made on the same day. The rules of the record form hold; a few dates
 * have expired or will soon, as in any agency.
 */
export const examplePerson = (
  kind: PersonKind,
  serial: number,
  { today, places, reach }: Setting,
  cast?: Cast,
): PersonDraft => {
  const r = randomOf(`${kind} ${serial}`);
  const dates = calendar(today, r);
  const named = identity(kind, serial, r, today, cast);
  const person: PersonDraft = {
    ...named,
    [KIND]: kind,
    ...residence(r, places, cast ? Math.min(reach, 0.15) : reach, cast !== undefined),
    ...contact(r, named),
    ...(kind === 'Provider' ? employment(r, dates, today) : care(serial, r, dates, today, named, cast)),
    ...(kind === 'Provider' ? health(r, today) : clientHealth(r, dates)),
    notes: r.chance(0.25) ? r.pick(kind === 'Provider' ? PROVIDER_NOTES : CLIENT_NOTES) : null,
    ...status(r, dates, cast),
    ...special(dates, cast),
  };
  return settle(person, kind);
};

// ---- who

/** Social security numbers with 900 to 999 in front and 01 to 49 in the middle are never issued, nor are they tax numbers. */
const ssnOf = (serial: number) => {
  const n = scattered(serial, 100 * 49 * 9_999, 7_777_777);
  const two = (value: number) => String(value).padStart(2, '0');
  const rest = n % 9_999;
  const middle = Math.floor(n / 9_999) % 49;
  return `9${two(Math.floor(n / 9_999 / 49))}-${two(middle + 1)}-${String(rest + 1).padStart(4, '0')}`;
};

const identity = (
  kind: PersonKind,
  serial: number,
  r: Random,
  today: Temporal.PlainDate,
  cast: Cast | undefined,
): PersonDraft => {
  const culture = r.weighted(CULTURES[kind]);
  const isFemale = r.chance(kind === 'Provider' ? 0.82 : 0.62);
  const language = r.pick(culture.language);
  const years = r.weighted(
    kind === 'Provider'
      ? [
          [r.int(20, 34), 35],
          [r.int(35, 54), 48],
          [r.int(55, 68), 17],
        ]
      : [
          [r.int(7, 29), 8],
          [r.int(30, 64), 28],
          [r.int(65, 98), 64],
        ],
  );
  const born = today.subtract({ years, days: r.int(0, 364) }).toString();
  const hasSsn = kind === 'Provider' || r.chance(0.93);
  return {
    LastName: cast?.last ?? r.pick(culture.last),
    FirstName: cast?.first ?? r.pick(isFemale ? culture.female : culture.male),
    MiddleName: !cast && r.chance(0.12) ? r.pick(['A.', 'J.', 'L.', 'M.', 'R.', 'Lee', 'Ann', 'Ray']) : null,
    Gender: cast?.gender ?? (r.chance(0.01) ? 'Unknown' : isFemale ? 'Female' : 'Male'),
    DOB: cast?.dob ?? born,
    [SSN]: hasSsn || cast ? ssnOf(serial) : null,
    Marital: r.pick(kind === 'Provider' ? PROVIDER_MARITAL : CLIENT_MARITAL),
    Language: cast?.language ?? language,
  };
};
const PROVIDER_MARITAL = ['Single', 'Married', 'Married', 'Married at Single Rate', 'Divorced'];
const CLIENT_MARITAL = ['Widowed', 'Widowed', 'Married', 'Single', 'Divorced', 'Separated', 'Unknown'];

// ---- where

/** Most people live near the agency. Every twentieth point is only that of the ZIP code, as after an address search without a network. */
const residence = (r: Random, places: readonly Place[], reach: number, isExact: boolean): PersonDraft => {
  const place = places[Math.floor(r.next() ** 2 * reach * places.length)];
  if (!place) throw new Error('there are no example addresses');
  const isApproximate = !isExact && r.chance(0.05);
  const point = isApproximate ? place.zipPoint : place;
  return {
    Address: place.address,
    Address2: r.chance(0.55)
      ? `${r.pick(['Apt', 'Apt', 'Unit', '#'])} ${r.int(1, 4)}${String(r.int(1, 28)).padStart(2, '0')}`
      : null,
    City: place.city,
    State: 'CO',
    PostalCode: place.zip,
    County: place.county,
    AddressLatitude: point.lat,
    AddressLongitude: point.lon,
    AddressApproximate: isApproximate,
  };
};

/** Exchange 555, so nobody's phone rings. */
const phone = (r: Random) => `(${r.pick(['303', '720'])}) 555-${String(r.int(1_000, 9_999))}`;

const asciiOf = (text: string) =>
  latinOf(text)
    .replace(/[^a-z]/gi, '')
    .toLowerCase();

const contact = (r: Random, { FirstName, LastName }: PersonDraft): PersonDraft => {
  const own = phone(r);
  const mailbox = `${asciiOf(FirstName ?? '')}.${asciiOf(LastName ?? '')}${r.int(10, 99)}`;
  const email = r.chance(0.78) ? `${mailbox}@${r.pick(['example.com', 'example.org', 'example.net'])}` : null;
  const kin = r.pick([
    'Maria',
    'Anna',
    'Daniel',
    'Luis',
    'Grace',
    'Thomas',
    'Elena',
    'David',
    'Sophia',
    'Peter',
  ]);
  return {
    Phone: own,
    AltPhone: r.chance(0.3) ? phone(r) : null,
    Email: email,
    confirmedEmail: email !== null && r.chance(0.6),
    'Emergency Contact': `${kin} ${LastName}`,
    'Emergency Phone': phone(r),
    notifyVisit: r.chance(0.2) ? (email ?? own) : null,
    'Hrs+TT': r.chance(0.15),
  };
};

// ---- caregivers

/** Age of a yearly check: mostly fine, some due within the month, a few forgotten. */
const yearly = (r: Random, dates: Calendar) =>
  r.weighted([
    [dates.daysAgo(5, 320), 90],
    [dates.monthsAgo(11, 1, 25), 6],
    [dates.monthsAgo(12, 2, 90), 4],
  ]);

const later = (a: string, b: string) => (a > b ? a : b);

const employment = (r: Random, dates: Calendar, today: Temporal.PlainDate): PersonDraft => {
  const start = dates.daysAgo(20, r.chance(0.3) ? 400 : 2_200);
  const sinceStart = (date: string) => later(date, start);
  const hasIhss = r.chance(0.65);
  const validation = r.weighted<string | null>([
    [dates.daysAgo(5, 300), 60],
    [dates.monthsAgo(11, 2, 60), 4],
    [null, 36],
  ]);
  const cents = (from: number, through: number) => r.int(from * 4, through * 4) / 4;
  return {
    withholdAllow: r.int(0, 4),
    Units: null,
    'Start Date': start,
    'ID Expiration': r.weighted([
      [dates.daysAhead(60, 2_400), 92],
      [dates.daysAhead(2, 27), 5],
      [dates.daysAgo(2, 60), 3],
    ]),
    'Safety Training': sinceStart(yearly(r, dates)),
    BackgroundCheck: r.weighted([
      [dates.daysAgo(5, 950), 93],
      [
        today
          .subtract({ months: 35 })
          .add({ days: r.int(0, 6) })
          .toString(),
        4,
      ],
      [dates.monthsAgo(36, 2, 120), 3],
    ]),
    capsCheck: r.weighted([
      [addDays(start, -r.int(1, 14)), 96],
      [dates.monthsAgo(119, 1, 25), 2],
      [dates.monthsAgo(120, 5, 90), 2],
    ]),
    'Staff Evaluation': sinceStart(yearly(r, dates)),
    'Skill Validation': validation,
    SkillNotNeed: validation === null && r.chance(0.9),
    'Work Authorization Expiration': r.chance(0.15) ? dates.daysAhead(40, 900) : null,
    'Start IHSS': hasIhss ? later(start, dates.daysAgo(1, 900)) : null,
    providerPayRate: {
      HealthMaintenance: hasIhss ? cents(21, 26) : 0,
      Homemaker: cents(18, 21),
      'Medicaid 131': 0,
      'PCP/RPCP': cents(18, 22),
    },
  };
};

const health = (r: Random, today: Temporal.PlainDate): PersonDraft => {
  const autumn = today.month >= 10 ? today.year : today.year - 1;
  return {
    covidVaccine: r.weighted<string | null>([
      ['1', 76],
      ['0', 8],
      ['2', 5],
      ['3', 5],
      ['4', 3],
      [null, 3],
    ]),
    flushotVaccine: r.chance(0.55) ? `${autumn}-${r.pick(['09', '10'])}` : null,
  };
};

// ---- clients

/** Health First Colorado numbers: a letter and six digits. */
const medicaidOf = (serial: number) => {
  const n = scattered(serial, 26 * 900_000, 7_654_321);
  return `${String.fromCharCode(65 + Math.floor(n / 900_000))}${100_000 + (n % 900_000)}`;
};

const SERVICES: readonly (readonly [readonly string[], number])[] = [
  [['PRSNL'], 34],
  [['PRSNL', 'HMKR'], 26],
  [['HMKR'], 12],
  [['IHSS'], 24],
  [['PRSNL', 'RSPT'], 4],
];

const care = (
  serial: number,
  r: Random,
  dates: Calendar,
  today: Temporal.PlainDate,
  { LastName }: PersonDraft,
  cast: Cast | undefined,
): PersonDraft => {
  const isPrivate = r.chance(0.06) || cast?.with === 'privatePay';
  const services = isPrivate ? ['PRSNL'] : [...r.weighted(SERVICES)];
  const start = dates.daysAgo(30, r.chance(0.3) ? 300 : 1_500);
  const isIhss = services.includes('IHSS');
  const manager = r.pick(CASE_MANAGERS);
  const doctor = r.pick(DOCTORS);
  return {
    EmergencyAddress: `${r.int(100, 9_900)} ${r.pick(['Oak', 'Maple', 'Elm', 'Cedar', 'Pine'])} St, Denver, CO ${r.pick(['80203', '80210', '80219', '80012'])}`,
    EmergencyRelation: r.pick(['Daughter', 'Son', 'Wife', 'Husband', 'Sister', 'Nephew', 'Friend', 'Mother']),
    Medicaid: isPrivate ? null : medicaidOf(serial),
    PrivateClient: isPrivate,
    Services: services,
    TotalUnits: isPrivate ? null : Object.fromEntries(services.map((code) => [code, r.int(15, 120) * 40])),
    ...diagnosed(r.pick(DIAGNOSES)),
    StartOfCare: start,
    'Home Visit': later(
      start,
      r.weighted([
        [dates.daysAgo(3, 70), 91],
        [today.subtract({ months: 2, days: r.int(16, 26) }).toString(), 6],
        [dates.monthsAgo(3, 2, 40), 3],
      ]),
    ),
    'PAR Expiration': isPrivate ? null : dates.daysAhead(15, 360),
    BenefitRenewal: isPrivate ? null : yearly(r, dates),
    ClientSkillTraning: r.chance(0.4) ? yearly(r, dates) : null,
    // Valid from 2022-09-01 on (docs/rules/notices.md, rule 8).
    Field2: isIhss ? later(start, '2022-09-01') : null,
    'Case Manager': manager.name,
    'Managers Phone': manager.phone,
    'Managers Email': manager.email,
    CaseManagerDate: yearly(r, dates),
    caseChanged: r.chance(0.1) ? dates.daysAgo(20, 300) : null,
    Doctor: doctor.name,
    'Doctors Phone #': doctor.phone,
    ...daycare(r),
    ...others(r, LastName ?? ''),
  };
};

const WORKDAYS: readonly Weekday[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
const onDays = (days: readonly Weekday[]) => ({
  Mon: days.includes('Mon'),
  Tue: days.includes('Tue'),
  Wed: days.includes('Wed'),
  Thu: days.includes('Thu'),
  Fri: days.includes('Fri'),
  Sat: days.includes('Sat'),
  Sun: days.includes('Sun'),
});

const daycare = (r: Random): PersonDraft => {
  if (!r.chance(0.08)) return { Daycare: false };
  return {
    Daycare: true,
    DaycareName: r.pick(['Sunrise Adult Day Program', 'InnovAge PACE Center', 'Mosaic Day Services']),
    DaycareDays: r.some(WORKDAYS, r.int(2, 3)),
    DaycareTimeFrom: r.pick(['08:30', '09:00', '09:30']),
    DaycareTimeTo: r.pick(['13:30', '14:00', '15:00']),
  };
};

const others = (r: Random, name: string): PersonDraft => {
  if (!r.chance(0.06)) return { otherService: null };
  const service: OtherService = {
    CompanyName: r.pick([
      'Rocky Mountain Therapy',
      'Mile High Infusion',
      'Family Nursing Colorado',
      `${name} Family Care`,
    ]),
    ...onDays(r.some(WORKDAYS, r.int(1, 2))),
    From: r.pick(['10:00', '11:00', '13:00']),
    To: r.pick(['14:00', '14:30', '15:00']),
  };
  return { otherService: [service] };
};

const clientHealth = (r: Random, dates: Calendar): PersonDraft => ({
  telehealthConsent: r.chance(0.88),
  covidStatus: r.chance(0.02) ? `${dates.daysAgo(12, 40)}|${dates.daysAgo(1, 5)}` : null,
});

// ---- what is special

const DC_REASONS = [
  'Moved out of state',
  'Moved to a nursing facility',
  'Changed agency',
  'Deceased',
  'Left the agency',
];

const archive = (r: Random, dates: Calendar): PersonDraft => {
  const date = dates.daysAgo(3, 300);
  return { [STATUS]: ARCHIVED_STATUS, archiveDate: date, 'DC Date': date, 'DC Reason': r.pick(DC_REASONS) };
};

const status = (r: Random, dates: Calendar, cast: Cast | undefined): PersonDraft => {
  const isArchived = cast ? cast.with === 'archived' : r.chance(ARCHIVED);
  return isArchived ? archive(r, dates) : { [STATUS]: ACTIVE_STATUS, archiveDate: null };
};

/** The cast is in order except for the one thing that some of them are there to show. */
const special = (dates: Calendar, cast: Cast | undefined): PersonDraft => {
  if (!cast) return {};
  return {
    ...(castOf('Provider').includes(cast)
      ? {
          BackgroundCheck:
            cast.with === 'backgroundExpired' ? dates.monthsAgo(36, 20, 60) : dates.daysAgo(60, 700),
          'ID Expiration': cast.with === 'idSoon' ? dates.daysAhead(8, 20) : dates.daysAhead(200, 1_500),
          capsCheck: dates.daysAgo(60, 700),
          'Staff Evaluation': dates.daysAgo(10, 300),
          'Safety Training': dates.daysAgo(10, 300),
          'Skill Validation': dates.daysAgo(10, 300),
        }
      : {
          'Home Visit': cast.with === 'homeVisitSoon' ? dates.monthsAgo(2, 17, 24) : dates.daysAgo(4, 60),
          CaseManagerDate: dates.daysAgo(10, 300),
          BenefitRenewal: dates.daysAgo(10, 300),
          ClientSkillTraning: null,
        }),
    Daycare: false,
    otherService: null,
  };
};

export const isOpenOn = (client: PersonDraft, day: Weekday) =>
  !(client.Daycare && client.DaycareDays?.includes(day)) &&
  !(client.otherService ?? []).some((service) => service[day]);

/** Weekdays without another service for the client, so that no plan overlaps a daycare or another service. */
export const openDays = (client: PersonDraft): Weekday[] => WEEKDAYS.filter((day) => isOpenOn(client, day));

// ---- words

const managersAt = (agency: string, names: readonly string[]) =>
  names.map((name, index) => ({
    name,
    phone: `(303) 555-0${110 + index}`,
    email: `${asciiOf(name.split(' ')[0] ?? '')}.${asciiOf(name.split(' ').at(-1) ?? '')}@${agency}.example.org`,
  }));
const CASE_MANAGERS = [
  ...managersAt('rockymountainhs', [
    'Lindsay Harper',
    'Omar Castillo',
    'Beth Ann Sorensen',
    'Tanya Ruiz',
    'Greg Nakamura',
  ]),
  ...managersAt('developmentalpathways', [
    'Priya Desai',
    'Colleen Murphy',
    'Andre Baptiste',
    'Joy Whitehorse',
  ]),
  ...managersAt('tre', ['Sharon Kessler', 'Mateo Aguilar', 'Danielle Frost']),
];

const DOCTORS = [
  { name: 'Dr. Alan Weiss', phone: '(303) 555-0141' },
  { name: 'Dr. Meera Krishnan', phone: '(303) 555-0142' },
  { name: 'Dr. Luz Ordoñez', phone: '(720) 555-0143' },
  { name: 'Dr. Patrick Doyle', phone: '(303) 555-0144' },
  { name: 'Dr. Thuy Pham', phone: '(720) 555-0145' },
  { name: 'Dr. Samuel Adjei', phone: '(303) 555-0146' },
  { name: 'Dr. Rebecca Stein', phone: '(303) 555-0147' },
  { name: 'Dr. Carlos Medina', phone: '(720) 555-0148' },
  { name: 'Dr. Ingrid Halvorsen', phone: '(303) 555-0149' },
  { name: 'Dr. Jin Ho Baek', phone: '(303) 555-0150' },
];

/** Each text begins with its code. */
const diagnosed = (diagnosis: string) => ({
  Diagnosis: diagnosis,
  ICD10: diagnosis.slice(0, diagnosis.indexOf(' ')),
});
const DIAGNOSES = [
  'I69.354 Hemiplegia following cerebral infarction affecting left non-dominant side',
  'G30.9 Alzheimer’s disease, unspecified',
  'F03.90 Unspecified dementia without behavioral disturbance',
  'G20 Parkinson’s disease',
  'J44.9 Chronic obstructive pulmonary disease',
  'I50.9 Heart failure, unspecified',
  'E11.42 Type 2 diabetes mellitus with diabetic polyneuropathy',
  'M17.0 Bilateral primary osteoarthritis of knee',
  'G35 Multiple sclerosis',
  'G80.9 Cerebral palsy, unspecified',
  'G82.20 Paraplegia, unspecified',
  'N18.6 End stage renal disease',
  'M05.79 Rheumatoid arthritis with rheumatoid factor of multiple sites',
  'F84.0 Autistic disorder',
  'Q90.9 Down syndrome, unspecified',
  'S06.9X0S Intracranial injury, sequela',
  'H54.8 Legal blindness, as defined in USA',
  'R26.2 Difficulty in walking; Z91.81 History of falling',
];

const CLIENT_NOTES = [
  'Key is in the lock box by the garage. Please ring twice before you enter.',
  'Hard of hearing: call the daughter if nobody answers the phone.',
  'Two small dogs, friendly. Allergic to strong cleaning agents.',
  'Prefers morning visits.\nDoes not want visits on the first Friday of the month.',
  'Uses a walker indoors & a wheelchair outdoors.',
  'Insulin is in the refrigerator door; the nurse comes on Tuesdays.',
  'Parking: visitor\'s lot "B" only, the others are towed.',
  'Oxygen in use: no open flame, no smoking.',
];

const PROVIDER_NOTES = [
  'Has an own car. Prefers clients south of Colfax Ave.',
  'Not available on Wednesday afternoons (college).',
  'Certified nursing assistant since 2019.',
  'Afraid of dogs.',
  'Would like more hours.',
  'Speaks to families in their own language: a great help with new clients.',
];
