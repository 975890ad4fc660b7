import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PaperTexts } from '@homecare/domain/sites/schema.ts';
import { z } from 'zod';
import type { Letterhead } from './blocks.ts';

/** The agency's letterhead and texts in the site file. What an admin enters on the Configuration screen takes precedence. */
export const PaperEntry = z.strictObject({
  /** The site's title by default. */
  agency: z.string().min(1).optional(),
  address: z.array(z.string()).max(4).default([]),
  phone: z.string().nullable().default(null),
  fax: z.string().nullable().default(null),
  email: z.string().nullable().default(null),
  medicaidProviderId: z.string().nullable().default(null),
  /** A PNG or JPEG file, relative to the folder of the site file. */
  logo: z.string().optional(),
  /** Who signs letters about employees. */
  officer: z
    .strictObject({ name: z.string(), title: z.string().default(''), phone: z.string().default('') })
    .optional(),
  /** A phone answered day and night, printed on care plans. */
  phone24h: z.string().optional(),
  texts: z
    .strictObject({
      confidentiality: z.string().optional(),
      incidentNotice: z.string().optional(),
      reportAtOnce: z.array(z.string().max(200)).max(4).optional(),
      timesheetStatement: z.string().max(400).optional(),
    })
    .default({}),
});
export type PaperEntry = z.output<typeof PaperEntry>;

export interface Paper {
  readonly letterhead: Letterhead;
  readonly officer: NonNullable<PaperEntry['officer']> | null;
  readonly phone24h: string | null;
  readonly texts: {
    readonly confidentiality: string;
    readonly incidentNotice: string;
    /** What a provider must report at once, one per line. */
    readonly reportAtOnce: readonly string[];
    /** The statement signed on a timesheet. */
    readonly timesheetStatement: string;
  };
  /** Whether a care plan prints the diagnosis, and a service order its order sheet. */
  readonly diagnosisOnPlan: boolean;
  readonly orderSheet: boolean;
}

const CONFIDENTIALITY =
  'Confidential: this page holds health information about a named person. Keep it safe, show it only to those who care for that person, and call us if it reached you by mistake.';
const INCIDENT_NOTICE =
  'Tell the case manager of a critical incident within 24 hours, of any other within two business days.';
const REPORT_AT_ONCE = [
  'A fall, an injury, a sudden change of health, a stay in hospital: call 911 first where life is in danger.',
  'The client does not open, is not at home, or refuses care.',
  'You cannot come, will be late, or cannot do a task of this plan.',
  'Signs of abuse, neglect or theft; anything in the home that is not safe.',
];
const TIMESHEET_STATEMENT =
  'We state that the times above are true, that the tasks marked were done as the care plan asks, and that this sheet was signed after the last visit on it. False entries can be fraud.';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
export const isPicture = (bytes: Buffer) =>
  [PNG, JPEG].some((magic) => bytes.subarray(0, magic.length).equals(magic));

export class BadLogo extends Error {}

const readLogo = async (file: string): Promise<Uint8Array> => {
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes || !isPicture(bytes))
    throw new BadLogo(`The logo ${file} is not a PNG or JPEG file that can be read.`);
  return new Uint8Array(bytes);
};

/** The site file's part, read once when the site is opened. */
export const readPaper = async (
  entry: PaperEntry | undefined,
  site: { readonly title: string; readonly place: string },
  dataDir: string,
): Promise<Paper> => {
  const { agency, officer, logo, texts, phone24h, ...contact } = entry ?? PaperEntry.parse({});
  const place = contact.address.length === 0 && site.place !== '' ? [site.place] : contact.address;
  return {
    letterhead: {
      ...contact,
      address: place,
      agency: agency ?? site.title,
      logo: logo ? await readLogo(path.resolve(dataDir, logo)) : null,
    },
    officer: officer ?? null,
    phone24h: phone24h ?? null,
    texts: {
      confidentiality: texts.confidentiality ?? CONFIDENTIALITY,
      incidentNotice: texts.incidentNotice ?? INCIDENT_NOTICE,
      reportAtOnce: texts.reportAtOnce ?? REPORT_AT_ONCE,
      timesheetStatement: texts.timesheetStatement ?? TIMESHEET_STATEMENT,
    },
    diagnosisOnPlan: true,
    orderSheet: true,
  };
};

/** Puts an admin's entries over those of the site file; an empty text keeps the file's. */
export const withTexts = (file: Paper, texts: PaperTexts): Paper => {
  const { letterhead, officer } = file;
  return {
    letterhead: {
      ...letterhead,
      agency: texts.agency || letterhead.agency,
      address: texts.address.length > 0 ? texts.address : letterhead.address,
      phone: texts.phone || letterhead.phone,
      fax: texts.fax || letterhead.fax,
      email: texts.email || letterhead.email,
      medicaidProviderId: texts.medicaidProviderId || letterhead.medicaidProviderId,
    },
    officer: texts.officerName
      ? { name: texts.officerName, title: texts.officerTitle, phone: texts.officerPhone }
      : officer,
    phone24h: texts.phone24h || file.phone24h,
    texts: {
      confidentiality: texts.confidentiality || file.texts.confidentiality,
      incidentNotice: texts.incidentNotice || file.texts.incidentNotice,
      reportAtOnce: texts.reportAtOnce.length > 0 ? texts.reportAtOnce : file.texts.reportAtOnce,
      timesheetStatement: texts.timesheetStatement || file.texts.timesheetStatement,
    },
    diagnosisOnPlan: texts.diagnosisOnPlan,
    orderSheet: texts.orderSheet,
  };
};
