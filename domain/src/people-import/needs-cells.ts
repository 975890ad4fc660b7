import { checkNeeds, type NeedsDraft, tidyNames, tidyNeeds } from '../availability/rules.ts';
import { MAX_SKILL_NAME, MAX_SKILLS, type PairKind } from '../availability/schema.ts';
import type { FieldError } from '../errors.ts';
import { type ImportColumn, NEEDS_COLUMNS } from './columns.ts';
import { type NameOfPerson, PersonNames } from './person-names.ts';

/** What a client in a file requires, and whom they want. It is stored beside the record, not in it. */

/** A caregiver by record number, or by row of the same file, counted from 0. */
export type NamedCaregiver = { readonly id: number } | { readonly row: number };

export interface ImportedNeeds {
  readonly needs: NeedsDraft;
  readonly pairs: readonly { readonly kind: PairKind; readonly caregiver: NamedCaregiver }[];
}

/** Caregivers on record and in the file, by 'Archuleta, Ana', 'Ana Archuleta' or record number. */
export class CaregiverNames extends PersonNames<NamedCaregiver> {
  readonly #ids = new Set<number>();

  constructor() {
    super('caregiver', 'Enter the number of the record');
  }

  override add(name: NameOfPerson, caregiver: NamedCaregiver): void {
    if ('id' in caregiver) this.#ids.add(caregiver.id);
    super.add(name, caregiver);
  }

  override find(text: string): NamedCaregiver | string {
    const id = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
    if (id !== undefined) return this.#ids.has(id) ? { id } : `No caregiver has the number ${text}`;
    return super.find(text);
  }
}

const [SKILLS, LANGUAGES, WISHED, PREFERRED, NEVER] = [
  'RequiredSkills',
  'RequiredLanguages',
  'WishedLanguages',
  'PreferredCaregivers',
  'NeverCaregivers',
];

const COLUMN_OF: Readonly<Record<string, string>> = {
  skills: SKILLS,
  languages: LANGUAGES,
  wishedLanguages: WISHED,
};

/** Separated by semicolons, because names of people contain commas. */
const peopleIn = (text: string) => text.split(';').flatMap((name) => name.trim() || []);

const isSame = (a: NamedCaregiver, b: NamedCaregiver) => JSON.stringify(a) === JSON.stringify(b);

/** The needs in the cells of a client's row; undefined if there are none. */
export const readNeeds = (
  cells: readonly string[],
  columns: readonly (ImportColumn | undefined)[],
  names: CaregiverNames,
): { readonly imported: ImportedNeeds | undefined; readonly faults: FieldError[] } => {
  const textOf = (key: string) => cells[columns.findIndex((column) => column?.key === key)]?.trim() ?? '';
  const listOf = (key: string) => tidyNames(textOf(key).split(/[;,]/));
  const needs = tidyNeeds({
    skills: listOf(SKILLS),
    languages: listOf(LANGUAGES),
    wishedLanguages: listOf(WISHED),
  });
  const faults: FieldError[] = checkNeeds(needs).map(({ field, message }) => ({
    field: COLUMN_OF[field] ?? field,
    message,
  }));
  if (needs.skills.some((name) => [...name].length > MAX_SKILL_NAME))
    faults.push({ field: SKILLS, message: `A skill has at most ${MAX_SKILL_NAME} characters` });
  if (needs.skills.length > MAX_SKILLS) faults.push({ field: SKILLS, message: 'These are too many skills' });
  const caregiversIn = (key: string): NamedCaregiver[] =>
    peopleIn(textOf(key)).flatMap((name) => {
      const found = names.find(name);
      if (typeof found !== 'string') return [found];
      faults.push({ field: key, message: found });
      return [];
    });
  const preferred = caregiversIn(PREFERRED);
  const never = caregiversIn(NEVER);
  if (never.some((one) => preferred.some((other) => isSame(one, other))))
    faults.push({ field: NEVER, message: 'A caregiver is preferred or never sent, not both' });
  const pairs = [
    ...preferred.map((caregiver) => ({ kind: 'preferred' as const, caregiver })),
    ...never.map((caregiver) => ({ kind: 'never' as const, caregiver })),
  ].filter(({ caregiver }, at, all) => all.findIndex((one) => isSame(one.caregiver, caregiver)) === at);
  const isEmpty = NEEDS_COLUMNS.every(({ key }) => textOf(key) === '');
  return { imported: isEmpty ? undefined : { needs, pairs }, faults };
};
