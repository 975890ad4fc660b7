import type { FieldError } from '../errors.ts';
import { fieldOf } from '../people/dictionary.ts';
import { KIND, SSN } from '../people/kind-and-status.ts';
import { IMPORT_TARGETS, type ImportColumn, type ImportTarget, importColumns } from './columns.ts';

/** The field that each column of the file fills, by position; null if the column is not imported. */
export type Mapping = readonly (string | null)[];

/** Column names that other systems write, in the spelling of `headKey`. */
const SYNONYMS: Record<string, string> = {
  [KIND]:
    'kind persontype providerclient providerorclient clientorprovider caregiverorclient clientorcaregiver employeeorclient category',
  LastName: 'last surname familyname lname namelast',
  FirstName: 'first givenname forename fname namefirst',
  MiddleName: 'middle middleinitial mname mi',
  Name: 'fullname candidate candidatename applicant applicantname clientname member membername name',
  Gender: 'sex',
  DOB: 'birthdate birthday dateofbirth birth',
  [SSN]: 'ssn ssi socialsecurity socialsecuritynumber ssnumber ssinumber socialsecurityno',
  Marital: 'maritalstatus',
  Language: 'primarylanguage preferredlanguage lang',
  Address: 'address1 street streetaddress addressline1 street1 homeaddress',
  Address2: 'unit apt apartment addressline2 street2 suite unitapt',
  City: 'town',
  PostalCode: 'zip zipcode postcode postal',
  State: 'st province',
  Phone: 'phonenumber mobile cell cellphone mobilephone homephone telephone tel phone1 primaryphone',
  AltPhone: 'alternatephone secondaryphone phone2 otherphone workphone',
  Email: 'emailaddress mail',
  'Emergency Contact': 'emergencycontactname emergencyname',
  'Emergency Phone': 'emergencycontactphone emergencyphonenumber',
  EmergencyAddress: 'emergencycontactaddress',
  EmergencyRelation: 'relationship emergencyrelationship relation emergencycontactrelation',
  'Start Date': 'hiredate datehired hired employmentstart',
  'ID Expiration': 'dlexpiration licenseexpiration driverlicenseexpiration idexpires dlexp',
  BackgroundCheck: 'cbi backgroundcheckdate',
  capsCheck: 'caps capscheckdate',
  Medicaid: 'medicaidid medicaidnumber medicaidno medicaidnum memberid',
  PrivateClient: 'private privatepay',
  Services: 'service servicecodes procedurecodes',
  Diagnosis: 'dx diagnosiscode primarydiagnosis',
  ICD10: 'icd icd10 icdcode icd10code dxcode',
  StartOfCare: 'soc socdate carestart',
  'Home Visit': 'homevisitdate lasthomevisit',
  'Case Manager': 'cm casemanagername',
  'Managers Phone': 'casemanagerphone managerphone cmphone',
  'Managers Email': 'casemanageremail manageremail cmemail',
  Doctor: 'physician pcp doctorname primaryphysician',
  'Doctors Phone #': 'doctorphone doctorsphone physicianphone',
  notes: 'note comment comments remarks',
  Availability: 'weeklyhours workinghours availablehours schedule availabletimes',
  WishedHours: 'wishedhours desiredhours preferredhours weeklyhoursdesired',
  MostHours: 'maxhours maximumhours maxhoursperweek maxweeklyhours',
  FarthestMiles: 'maxmiles maximummiles traveldistance maxdistance radius',
  Skills: 'skill certifications qualifications competencies',
  TimeOff: 'vacation pto leave daysoff',
  RequiredSkills: 'skillsrequired skillsneeded clientneeds',
  RequiredLanguages: 'languagesrequired',
  WishedLanguages: 'languageswished preferredlanguages',
  PreferredCaregivers: 'preferredcaregiver preferredprovider preferredproviders',
  NeverCaregivers: 'donotsend nevercaregiver excludedcaregivers blockedcaregivers donotschedule',
  CareType: 'type service servicetype servicecode procedure procedurecode careplan careplantype',
  ParNumber:
    'par parno parid authorization authorizationnumber authorizationno authorizationid authnumber authno priorauthorization',
  From: 'start startdate begin begindate effective effectivedate fromdate validfrom startday',
  Through: 'through end enddate expiration expirationdate todate thru thrudate validthrough expires',
  Units: 'authorizedunits unitsauthorized approvedunits unitsapproved totalunits quantity',
  Payer: 'payor payername insurance',
  DateAvailable: 'available availablefrom availability availabledate',
};

/** 'E-mail Address' and 'email_address' count as the same name. */
export const headKey = (head: string) =>
  head
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9#+]/g, '')
    .replace(/#$/, '');

const OF_CLIENTS = ['client', 'patient', 'member', 'participant', 'consumer'];
const OF_CAREGIVERS = ['caregiver', 'employee', 'provider', 'worker', 'staff'];
/** Whose fields a column may mean in a file of each target. In a file of clients, 'Caregiver phone' belongs to no client. */
const WHOSE: Readonly<Record<ImportTarget, readonly string[]>> = {
  clients: OF_CLIENTS,
  authorizations: OF_CLIENTS,
  providers: OF_CAREGIVERS,
  candidates: OF_CAREGIVERS,
  people: [...OF_CLIENTS, ...OF_CAREGIVERS],
};
/** Words that a column name can do without. */
const BESIDE = ['home', 'current', 'legal', 'the'];
const ENDINGS = ['number', 'no', 'num', 'id', 'field', 'name', 'date'];

/** 'Client's last name (legal)' also counts as 'lastname': brackets, the owner and common endings matter little. */
const plainKeys = (head: string, target: ImportTarget): string[] => {
  const words = head
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replace(/[’']s\b/g, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9#+]+/)
    .filter(Boolean);
  const beside = [...BESIDE, ...WHOSE[target]];
  const first = words.findIndex((word) => !beside.includes(word.replace(/s$/, '')));
  const bare = words.slice(Math.max(first, 0));
  const short = ENDINGS.includes(bare.at(-1) ?? '') && bare.length > 1 ? bare.slice(0, -1) : bare;
  return [words, bare, short].map((some) => headKey(some.join(' ')));
};

const spellingsOf = ({ key, label, field, rate }: ImportColumn) => [
  headKey(label),
  headKey(key),
  ...(field && !rate ? [headKey(fieldOf(field).column)] : []),
  ...(rate ? [headKey(`rate ${rate}`)] : []),
  ...(SYNONYMS[key]?.split(' ') ?? []),
];

/** The earlier choice for a column name: its field, or '' if it was not imported; undefined if there was none. */
export type Remembered = (head: string) => string | undefined;

/** Ranks below every exact spelling. */
const ROUGHLY = 1_000;

const rankOf = (head: string, spellings: readonly string[], target: ImportTarget): number | undefined => {
  const exact = spellings.indexOf(headKey(head));
  if (exact >= 0) return exact;
  const roughly = plainKeys(head, target)
    .map((key) => (key === '' ? -1 : spellings.indexOf(key)))
    .findIndex((found) => found >= 0);
  return roughly < 0 ? undefined : ROUGHLY + roughly;
};

/**
 * The most likely field of each column: the earlier choice, then a caption, then a synonym, then its plain words. No field
 * is suggested twice.
 */
export const suggestMapping = (
  heads: readonly string[],
  target: ImportTarget,
  categories: readonly string[] = [],
  remembered: Remembered = () => undefined,
): Mapping => {
  const columns = importColumns(target, categories).map((column) => ({
    column,
    spellings: spellingsOf(column),
  }));
  const claims = heads.flatMap((head, at) => {
    if (headKey(head) === '') return [];
    const said = remembered(head);
    return columns.flatMap(({ column: { key }, spellings }) => {
      const rank = said === undefined ? rankOf(head, spellings, target) : said === key ? -1 : undefined;
      return rank === undefined ? [] : [{ at, key, rank }];
    });
  });
  const mapping: (string | null)[] = heads.map(() => null);
  const taken = new Set<string>();
  for (const claim of claims.toSorted((a, b) => a.rank - b.rank || a.at - b.at)) {
    if (taken.has(claim.key) || mapping[claim.at] !== null) continue;
    mapping[claim.at] = claim.key;
    taken.add(claim.key);
  }
  return mapping;
};

/** The target whose fields match the column names best, suggested before the user has chosen. */
export const suggestTarget = (
  heads: readonly string[],
  targets: readonly ImportTarget[] = IMPORT_TARGETS,
): ImportTarget => {
  const keys = new Set(heads.map(headKey));
  const has = (key: string) => suggestMapping(heads, 'people').includes(key);
  const fits = (target: ImportTarget) => suggestMapping(heads, target).filter((key) => key !== null).length;
  const authorized = suggestMapping(heads, 'authorizations');
  const isAuthorized = ['ParNumber', 'From', 'Through'].every((key) => authorized.includes(key));
  if (isAuthorized && targets.includes('authorizations')) return 'authorizations';
  if (has(KIND)) return 'people';
  if (suggestMapping(heads, 'candidates').includes('DateAvailable') && !has('DOB')) return 'candidates';
  if (keys.has('medicaid')) return 'clients';
  return fits('providers') > fits('clients') ? 'providers' : 'clients';
};

const choose = (label: string) => `Choose the column for ${label}: no row can be saved without it`;

/** Why a mapping cannot be used. Problems that would be the same for every row are reported once, here. */
export const checkMapping = (
  target: ImportTarget,
  mapping: Mapping,
  categories: readonly string[] = [],
): FieldError[] => {
  const columns = importColumns(target, categories);
  const keys = mapping.filter((key) => key !== null);
  const unknown = keys.filter((key) => !columns.some((column) => column.key === key));
  const twice = columns.filter(({ key }) => keys.filter((one) => one === key).length > 1);
  const missing = columns.filter(({ key, required }) => required && !keys.includes(key));
  const has = (key: string) => keys.includes(key);
  const isNameless = target === 'candidates' && !has('Name') && !has('FirstName') && !has('LastName');
  const isOfNobody =
    target === 'authorizations' && !has('Medicaid') && !has('Name') && !(has('LastName') && has('FirstName'));
  const isUninsured = target === 'clients' && !has('Medicaid') && !has('PrivateClient');
  return [
    ...unknown.map((key) => ({ field: key, message: `${key.slice(0, 60)} is not a field of this import` })),
    ...twice.map(({ key, label }) => ({ field: key, message: `${label} is chosen for two columns` })),
    ...missing.map(({ key, label }) => ({ field: key, message: choose(label) })),
    ...(isNameless ? [{ field: 'Name', message: choose('Name') }] : []),
    ...(isOfNobody ? [{ field: 'Medicaid', message: choose('Medicaid or Client') }] : []),
    ...(isUninsured ? [{ field: 'Medicaid', message: choose('Medicaid or Private Client') }] : []),
  ];
};
