import { z } from 'zod';
import { fileOutput, getCall } from '../call.ts';
import { MAX_ID, wireBool, wireInt } from '../wire.ts';

/** Forms of the People screen, each a PDF in a new window (docs/rules/people-forms.md, rule 1). All spellings of the paths work. */
const pathsOf = (file: string) =>
  [`People/${file}.php`, `modules/People/${file}.php`, `modules/${file}.php`, `${file}.php`] as const;

const id = wireInt(1, MAX_ID).pipe(z.int());
/** Initials sent by older clients are ignored; those of the session are printed. */
const who = z.unknown().optional();

const formCall = <S extends z.ZodRawShape>(file: string, parameters: S) =>
  getCall(pathsOf(file), {
    name: `peopleForms.${file}`,
    roles: ['admin', 'user'],
    needs: ['premium'],
    effect: 'read',
    input: z.strictObject({ id, who, ...parameters }),
    output: fileOutput,
  });

export const caseManagerForm = formCall('caseManagerForm', {});
export const careCoordinationForm = formCall('CareCoordinationForm', {});
/** The diagnosis leaves the agency only on request (minimum necessary). */
export const careCoordinationRequest = formCall('CareCoordinationRequest', { dx: wireBool.optional() });
export const incidentForm = formCall('incidentForm', {});
export const followupForm = formCall('followupForm', {});
/** Pay is printed only if an admin asks for it. */
export const employeeVerification = formCall('employeeVerification', { pay: wireBool.optional() });
/** Archived clients only. */
export const lastHoursReport = formCall('lastHoursReport', {});

const typed = (max: number) => z.string().max(max).default('');

/**
 * The hiring sheet of a provider, which also works before the record is saved. Nothing is read or written. Our screen sends
 * the seven values by POST, so that no SSN appears in a URL; a GET from other clients works too.
 */
export const newProvider = getCall(pathsOf('Newprovider'), {
  name: 'peopleForms.Newprovider',
  roles: ['admin', 'user'],
  needs: ['premium'],
  effect: 'read',
  input: z.strictObject({
    name: typed(200),
    address: typed(400),
    ssn: typed(20),
    tel: typed(40),
    marital: typed(40),
    whAllow: typed(10),
    dob: typed(20),
    who,
  }),
  output: fileOutput,
});

export const ARCHIVED_ONLY = 'Last Care Hours are printed for archived clients only.';
