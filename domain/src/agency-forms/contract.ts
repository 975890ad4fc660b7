import { z } from 'zod';
import { fileOutput, getCall, postCall, uploadCall } from '../call.ts';
import { EXPORT_FORMATS } from '../list-export/people-contract.ts';
import { IMAGE_TOO_LARGE, MAX_IMAGE_BYTES } from '../messaging/images.ts';
import { dateText, MAX_ID, stampText, wireInt } from '../wire.ts';
import {
  AgencyForm,
  BegunForm,
  DueForms,
  FilledForm,
  FilledRow,
  FormDefinition,
  FormReport,
  FormRow,
  GivenAnswers,
  MOST_REASON,
  OwnForms,
  PhotoName,
} from './schema.ts';

/** Forms of the agency (docs/rules/agency-forms.md). */

const office = { roles: ['admin', 'user'] } as const;
const caregiver = { roles: ['evv'] } as const;
const id = z.int().min(1).max(MAX_ID);
const rev = z.int().min(0).max(MAX_ID);
const queryId = wireInt(1, MAX_ID).pipe(z.int());
const queryIdOrAll = wireInt(1, MAX_ID).optional();

// --- Building ------------------------------------------------------------------------------------------------------

/** Each with its newest version, those in use first. */
export const listForms = getCall(['agency-forms/list'], {
  name: 'agencyForms.list',
  ...office,
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(FormRow),
});

export const getForm = getCall(['agency-forms/get'], {
  name: 'agencyForms.get',
  ...office,
  effect: 'read',
  input: z.strictObject({ id: queryId }),
  output: AgencyForm,
});

/** A new form, or with `id` and the revision that was seen its next version. What was filled keeps the version of before. */
export const saveForm = postCall(['agency-forms/save'], {
  name: 'agencyForms.save',
  roles: ['admin'],
  effect: 'write',
  creates: true,
  input: z.strictObject({ id: id.nullable(), rev: rev.nullable(), definition: FormDefinition }),
  output: AgencyForm,
});

/** A form that nobody fills any more, or again. What was filled stays. */
export const retireForm = postCall(['agency-forms/retire'], {
  name: 'agencyForms.retire',
  roles: ['admin'],
  effect: 'write',
  input: z.strictObject({ id, rev, isRetired: z.boolean() }),
  output: z.null(),
});

/** Empty, to be written on. */
export const printBlank = getCall(['agency-forms/print-blank'], {
  name: 'agencyForms.printBlank',
  ...office,
  effect: 'read',
  input: z.strictObject({ id: queryId }),
  output: fileOutput,
});

// --- Filling -------------------------------------------------------------------------------------------------------

/** What is to be filled now, about one person or about everybody, and what cannot be asked for. */
export const listDue = getCall(['agency-forms/list-due'], {
  name: 'agencyForms.listDue',
  ...office,
  effect: 'read',
  input: z.strictObject({ personId: queryIdOrAll }),
  output: DueForms,
});

/** The newest version of a form, with what the records say of the person and the visit. */
export const beginForm = postCall(['agency-forms/begin'], {
  name: 'agencyForms.begin',
  ...office,
  effect: 'read',
  input: z.strictObject({ formId: id, personId: id, visitId: id.nullable() }),
  output: BegunForm,
});

/** Before the form that it belongs to; sent again it is the same photo. */
export const uploadPhoto = uploadCall(['agency-forms/upload-photo'], {
  name: 'agencyForms.uploadPhoto',
  roles: ['admin', 'user', 'evv'],
  effect: 'write',
  upload: { maxBytes: MAX_IMAGE_BYTES, tooLarge: IMAGE_TOO_LARGE },
  input: z.strictObject({ photo: PhotoName }),
  output: z.strictObject({ photo: PhotoName }),
});

export const fillForm = postCall(['agency-forms/fill'], {
  name: 'agencyForms.fill',
  ...office,
  effect: 'write',
  creates: true,
  input: z.strictObject({
    versionId: id,
    personId: id,
    visitId: id.nullable(),
    day: dateText,
    answers: GivenAnswers,
  }),
  output: z.strictObject({ id }),
});

const reason = z.string().trim().max(MOST_REASON);

/** With a reason; what was answered before stays with it. `rev`: how many entries its history had. */
export const correctForm = postCall(['agency-forms/correct'], {
  name: 'agencyForms.correct',
  ...office,
  effect: 'write',
  input: z.strictObject({ id, rev, answers: GivenAnswers, reason }),
  output: FilledForm,
});

/** About the wrong person, of the wrong day, or twice: it stays and no longer counts, until it is counted again. */
export const markMistake = postCall(['agency-forms/mistake'], {
  name: 'agencyForms.markMistake',
  ...office,
  effect: 'write',
  input: z.strictObject({ id, rev, isMistake: z.boolean(), reason }),
  output: FilledForm,
});

// --- Reading -------------------------------------------------------------------------------------------------------

/** The newest first, at most 500: of one form, about one person, at one visit, or all. */
export const listFilled = getCall(['agency-forms/list-filled'], {
  name: 'agencyForms.listFilled',
  ...office,
  effect: 'read',
  input: z.strictObject({ formId: queryIdOrAll, personId: queryIdOrAll, visitId: queryIdOrAll }),
  output: z.array(FilledRow),
});

export const getFilled = getCall(['agency-forms/get-filled'], {
  name: 'agencyForms.getFilled',
  ...office,
  effect: 'read',
  input: z.strictObject({ id: queryId }),
  output: FilledForm,
});

export const getPhoto = getCall(['agency-forms/get-photo'], {
  name: 'agencyForms.getPhoto',
  ...office,
  effect: 'read',
  input: z.strictObject({ id: queryId, photo: PhotoName }),
  output: fileOutput,
});

export const printFilled = getCall(['agency-forms/print'], {
  name: 'agencyForms.print',
  ...office,
  effect: 'read',
  input: z.strictObject({ id: queryId }),
  output: fileOutput,
});

const span = { formId: id, from: dateText, through: dateText } as const;

/** All that was answered to one form in some days. */
export const reportForm = postCall(['agency-forms/report'], {
  name: 'agencyForms.report',
  ...office,
  effect: 'read',
  input: z.strictObject(span),
  output: FormReport,
});

export const exportReport = postCall(['agency-forms/export'], {
  name: 'agencyForms.export',
  ...office,
  effect: 'read',
  input: z.strictObject({ ...span, format: z.enum(EXPORT_FORMATS) }),
  output: fileOutput,
});

// --- On the phone --------------------------------------------------------------------------------------------------

/** What the caregiver can fill, and what is due at visits of these days. */
export const listOwnForms = getCall(['agency-forms/list-own'], {
  name: 'agencyForms.listOwn',
  ...caregiver,
  effect: 'poll',
  input: z.strictObject({}),
  output: OwnForms,
});

/** By a caregiver, at one of their own visits. */
export const fillOnPhone = postCall(['agency-forms/fill-own'], {
  name: 'agencyForms.fillOnPhone',
  ...caregiver,
  effect: 'write',
  creates: true,
  input: z.strictObject({
    versionId: id,
    visitId: id,
    answers: GivenAnswers,
    /** The moment by the server's clock at which it was filled. */
    at: stampText,
  }),
  output: z.strictObject({ id }),
});
