import { checkNeeds, type NeedsDraft, tidyNames, tidyNeeds } from '../availability/rules.ts';
import { MAX_SKILL_NAME, MAX_SKILLS, type PairKind } from '../availability/schema.ts';
import type { FieldError } from '../errors.ts';
import { fold } from '../fold.ts';
import { type ImportColumn, NEEDS_COLUMNS } from './columns.ts';

/** What a client of a file requires, and whom they want: no part of the record, kept beside it. */

/** A caregiver by the number of the record, or by the row of the same file, counted from 0. */
export type NamedCaregiver = { readonly id: number } | { readonly row: number };

export interface ImportedNeeds {
  readonly needs: NeedsDraft;
  readonly pairs: readonly { readonly kind: PairKind; readonly caregiver: NamedCaregiver }[];
}

interface Name {
  readonly last: string;
  readonly first: string;
}

/** Caregivers on record and of the file, by 'Archuleta, Ana', 'Ana Archuleta' or the number of the record. */
export class CaregiverNames {
  readonly #byName = new Map<string, NamedCaregiver[]>();
  readonly #ids = new Set<number>();

  add({ last, first }: Name, caregiver: NamedCaregiver): void {
    if ('id' in caregiver) this.#ids.add(caregiver.id);
    for (const name of new Set([fold(`${last}, ${first}`), fold(`${first} ${last}`)]))
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), caregiver]);
  }

  /** The caregiver, or why there is none. */
  find(text: string): NamedCaregiver | string {
    const id = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
    if (id !== undefined) return this.#ids.has(id) ? { id } : `No caregiver has the number ${text}`;
    const found = this.#byName.get(fold(text.replaceAll(/\s+/g, ' '))) ?? [];
    const [only] = found;
    if (only && found.length === 1) return only;
    return only
      ? `${found.length} caregivers are called ${text}. Enter the number of the record`
      : `No caregiver is called ${text}`;
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

/** Names of people hold commas: semicolons part them. */
const peopleIn = (text: string) => text.split(';').flatMap((name) => name.trim() || []);

const isSame = (a: NamedCaregiver, b: NamedCaregiver) => JSON.stringify(a) === JSON.stringify(b);

/** What the cells of a client's row say of it; undefined: nothing. */
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
