import { z } from 'zod';
import { fileOutput, getCall } from '../call.ts';
import { MAX_ID, wireBool, wireInt } from '../wire.ts';

/** Forms of the People screen: a PDF in a new window (docs/rules/people-forms.md, rule 1). Both spellings of paths answer. */
const pathsOf = (file: string) =>
  [`People/${file}.php`, `modules/People/${file}.php`, `modules/${file}.php`, `${file}.php`] as const;

const id = wireInt(1, MAX_ID).pipe(z.int());
/** Initials of an older client: accepted and ignored, the session's are printed. */
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
/** The diagnosis leaves the agency only when asked for (minimum necessary). */
export const careCoordinationRequest = formCall('CareCoordinationRequest', { dx: wireBool.optional() });
export const incidentForm = formCall('incidentForm', {});
export const followupForm = formCall('followupForm', {});
/** Pay is printed for an admin who asks for it. */
export const employeeVerification = formCall('employeeVerification', { pay: wireBool.optional() });
/** Archived clients only. */
export const lastHoursReport = formCall('lastHoursReport', {});

const typed = (max: number) => z.string().max(max).default('');

/**
 * The hiring sheet of a provider, also before the record is saved: nothing is read or written. Our screen sends the seven
 * values by POST, so that no SSN is in an address; a GET of others is answered.
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
