import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PaperTexts } from '@homecare/domain/sites/schema.ts';
import { z } from 'zod';
import type { Letterhead } from './blocks.ts';

/** Letterhead and site texts of an agency in the site file: what an admin enters on the Configuration screen comes before it. */
export const PaperEntry = z.strictObject({
  /** The title of the site when absent. */
  agency: z.string().min(1).optional(),
  address: z.array(z.string()).max(4).default([]),
  phone: z.string().nullable().default(null),
  fax: z.string().nullable().default(null),
  email: z.string().nullable().default(null),
  medicaidProviderId: z.string().nullable().default(null),
  /** PNG or JPEG file, from the folder of the site file. */
  logo: z.string().optional(),
  /** Who signs letters about employees. */
  officer: z
    .strictObject({ name: z.string(), title: z.string().default(''), phone: z.string().default('') })
    .optional(),
  texts: z
    .strictObject({ confidentiality: z.string().optional(), incidentNotice: z.string().optional() })
    .default({}),
});
export type PaperEntry = z.output<typeof PaperEntry>;

export interface Paper {
  readonly letterhead: Letterhead;
  readonly officer: NonNullable<PaperEntry['officer']> | null;
  readonly texts: { readonly confidentiality: string; readonly incidentNotice: string };
  /** Whether a care plan prints the diagnosis, and a service order its order sheet. */
  readonly diagnosisOnPlan: boolean;
  readonly orderSheet: boolean;
}

const CONFIDENTIALITY =
  'Confidential: this page holds health information about a named person. Keep it safe, show it only to those who care for that person, and call us if it reached you by mistake.';
const INCIDENT_NOTICE =
  'Tell the case manager of a critical incident within 24 hours, of any other within two business days.';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const isPicture = (bytes: Buffer) =>
  [PNG, JPEG].some((magic) => bytes.subarray(0, magic.length).equals(magic));

export class BadLogo extends Error {}

const readLogo = async (file: string): Promise<Uint8Array> => {
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes || !isPicture(bytes))
    throw new BadLogo(`The logo ${file} is no PNG or JPEG file that can be read.`);
  return new Uint8Array(bytes);
};

/** The site file's part, read once, when the site is opened. */
export const readPaper = async (
  entry: PaperEntry | undefined,
  site: { readonly title: string; readonly place: string },
  dataDir: string,
): Promise<Paper> => {
  const { agency, officer, logo, texts, ...contact } = entry ?? PaperEntry.parse({});
  const place = contact.address.length === 0 && site.place !== '' ? [site.place] : contact.address;
  return {
    letterhead: {
      ...contact,
      address: place,
      agency: agency ?? site.title,
      logo: logo ? await readLogo(path.resolve(dataDir, logo)) : null,
    },
    officer: officer ?? null,
    texts: {
      confidentiality: texts.confidentiality ?? CONFIDENTIALITY,
      incidentNotice: texts.incidentNotice ?? INCIDENT_NOTICE,
    },
    diagnosisOnPlan: true,
    orderSheet: true,
  };
};

/** What an admin entered before what the site file says; an empty text leaves the file's. */
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
    texts: {
      confidentiality: texts.confidentiality || file.texts.confidentiality,
      incidentNotice: texts.incidentNotice || file.texts.incidentNotice,
    },
    diagnosisOnPlan: texts.diagnosisOnPlan,
    orderSheet: texts.orderSheet,
  };
};
