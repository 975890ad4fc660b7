import type { NamedClient } from '../authorizations/named-client.ts';
import { checkPar, checkParBeside, checkParPayer, type Par, tidyParNumber } from '../authorizations/pars.ts';
import { showDate } from '../calendar.ts';
import { counted } from '../counted.ts';
import type { FieldError } from '../errors.ts';
import { fold } from '../fold.ts';
import { joinName } from '../person-name.ts';
import { PACKS } from '../states/registry.ts';
import { rowsOf } from '../states/rules.ts';
import { readDay } from './cells.ts';
import type { ImportColumn } from './columns.ts';
import { PersonNames } from './person-names.ts';
import { type CheckedRow, surplus, withFaults } from './rows.ts';

/** Reads a row of a file of authorizations (docs/rules/people-import.md, rules 13 to 16). */

export interface KnownType {
  readonly code: string;
  readonly name: string;
  /** Its procedures in claims, such as 'T1019' and 'T1019 U1'. */
  readonly procedures: readonly string[];
}

type EnteredPar = Pick<Par, 'type' | 'number' | 'from' | 'through' | 'units'>;
export interface ImportedPar extends EnteredPar {
  readonly clientId: number;
}

const plainNumber = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** The agency's clients, found by Medicaid number or, if the file has none, by name. */
export class KnownClients {
  readonly #byNumber = new Map<string, NamedClient>();
  readonly #active = new PersonNames<NamedClient>('client', 'Enter the Medicaid number');
  readonly #archived = new PersonNames<NamedClient>('archived client', 'Enter the Medicaid number');

  constructor(clients: Iterable<NamedClient>) {
    for (const client of clients) {
      if (client.medicaid) this.#byNumber.set(plainNumber(client.medicaid), client);
      (client.isActive ? this.#active : this.#archived).add(client, client);
    }
  }

  byNumber(text: string): NamedClient | undefined {
    return this.#byNumber.get(plainNumber(text));
  }

  /** An archived client is only found if no active client has the name. */
  byName(text: string): NamedClient | string {
    const active = this.#active.find(text);
    const archived = typeof active === 'string' ? this.#archived.find(text) : active;
    return typeof archived === 'string' ? active : archived;
  }
}

/** Care plan types, found by code, by name, or by the procedure code of their claims if only one type has it. */
export class KnownTypes {
  readonly codes: readonly string[];
  readonly #byWord = new Map<string, Set<string>>();

  constructor(types: readonly KnownType[]) {
    this.codes = types.map(({ code }) => code);
    for (const { code, name } of types)
      for (const word of [code, name]) this.#byWord.set(fold(word), new Set([code]));
    for (const { code, procedures } of types)
      for (const word of procedures.map(fold))
        if (!this.codes.some((one) => fold(one) === word))
          this.#byWord.set(word, new Set([...(this.#byWord.get(word) ?? []), code]));
  }

  /** The type's code, or why it was not found. */
  find(text: string): { readonly code: string } | string {
    const found = [
      ...(this.#byWord.get(fold(text.replaceAll(/[\s,:-]+/g, ' '))) ?? this.#byWord.get(fold(text)) ?? []),
    ];
    const [code] = found;
    if (code !== undefined && found.length === 1) return { code };
    return code === undefined
      ? `${text.slice(0, 40)} is not a care plan type of your agency`
      : `${text.slice(0, 40)} is the code of ${found.join(' and ')}. Enter one of these types`;
  }
}

export interface AuthorizationContext {
  readonly columns: readonly (ImportColumn | undefined)[];
  readonly clients: KnownClients;
  readonly types: KnownTypes;
  readonly today: Temporal.PlainDate;
}

/** Names for Medicaid in files from any state. */
const MEDICAID = [
  'medicaid',
  'title xix',
  'txix',
  ...PACKS.flatMap(({ rules }) => rowsOf(rules.words)).flatMap(({ value: { medicaid, office } }) => [
    medicaid,
    office,
  ]),
].map((name) => name.toLowerCase());
const isMedicaid = (payer: string) => MEDICAID.some((name) => payer.toLowerCase().includes(name));

const otherPayer = (payer: string) =>
  `This authorization is of ${payer.slice(0, 40)}. Only authorizations of Medicaid are kept here`;

const readUnits = (text: string): { readonly value: number | null } | { readonly fault: string } => {
  if (text === '') return { value: null };
  const plain = text.replace(/,(?=\d{3}(\D|$))/g, '').replace(/\.0+$/, '');
  const value = /^\d{1,7}$/.test(plain) ? Number(plain) : 0;
  return value >= 1 && value <= 1_000_000
    ? { value }
    : { fault: 'Units are a whole number from 1 to 1,000,000, or empty' };
};

interface FoundClient {
  readonly client?: NamedClient;
  readonly errors: readonly FieldError[];
  readonly questions: readonly FieldError[];
}

const isNamed = ({ last, first }: NamedClient, name: string) => {
  const names = new PersonNames<true>('client', '');
  names.add({ last, first }, true);
  return names.find(name) === true;
};

/** Found by number if there is one; a name that differs is then questioned. */
const findClient = (text: (key: string) => string, clients: KnownClients): FoundClient => {
  const [number, whole] = [text('Medicaid'), text('Name')];
  const parts = [text('LastName'), text('FirstName')].filter(Boolean).join(', ');
  const [field, name] = whole === '' ? ['LastName', parts] : ['Name', whole];
  const fault = (at: string, message: string): FoundClient => ({
    errors: [{ field: at, message }],
    questions: [],
  });
  if (number !== '') {
    const client = clients.byNumber(number);
    if (!client) return fault('Medicaid', 'No client has this Medicaid number');
    const asks = name !== '' && !isNamed(client, name);
    const message = `The Medicaid number is of ${joinName(client.last, client.first)}`;
    return { client, errors: [], questions: asks ? [{ field, message }] : [] };
  }
  if (name === '') return fault('', 'This row names no client');
  const found = clients.byName(name);
  return typeof found === 'string' ? fault(field, found) : { client: found, errors: [], questions: [] };
};

const readDate = (text: string, label: string, today: Temporal.PlainDate) => {
  if (text === '') return { fault: `${label} is required` };
  const cell = readDay(text, { label }, today);
  return 'value' in cell ? { value: String(cell.value) } : cell;
};

type ReadRow = CheckedRow<Partial<ImportedPar>> & { readonly questions: readonly FieldError[] };

/** Checks a row on its own. `ParsBeside` compares it with what is already on record. */
export const validateAuthorizationRow = (
  cells: readonly string[],
  { columns, clients, types, today }: AuthorizationContext,
): ReadRow => {
  const text = (key: string) => cells[columns.findIndex((column) => column?.key === key)]?.trim() ?? '';
  const { client, errors, questions } = findClient(text, clients);
  const [from, through] = [readDate(text('From'), 'From', today), readDate(text('Through'), 'To', today)];
  const units = readUnits(text('Units'));
  const payer = text('Payer');
  const type = text('CareType') === '' ? 'Care plan type is required' : types.find(text('CareType'));
  const number = tidyParNumber(text('ParNumber'));
  const faults = [
    ...surplus(cells, columns.length),
    ...errors,
    ...(payer === '' || isMedicaid(payer) ? [] : [{ field: 'Payer', message: otherPayer(payer) }]),
    ...(typeof type === 'string' ? [{ field: 'CareType', message: type }] : []),
    ...('fault' in from ? [{ field: 'From', message: from.fault }] : []),
    ...('fault' in through ? [{ field: 'Through', message: through.fault }] : []),
    ...('fault' in units ? [{ field: 'Units', message: units.fault }] : []),
  ];
  const days =
    'value' in from && 'value' in through ? { from: from.value, through: through.value } : undefined;
  const code = typeof type === 'string' ? undefined : type.code;
  const isInOrder = days !== undefined && days.from <= days.through;
  const ruled = [
    ...checkPar({ type: code ?? '', number, ...(days ?? { from: '', through: '' }) }, types.codes),
    ...(client && isInOrder ? checkParPayer(days, client) : []),
  ];
  const named = ruled.map(({ field, message }) => ({ field: KEY_OF[field] ?? field, message }));
  const record =
    client && days && code !== undefined && 'value' in units
      ? { clientId: client.id, type: code, number, ...days, units: units.value }
      : {};
  return { record, errors: withFaults(faults, named), questions };
};

/** Columns by the form's fields. */
const KEY_OF: Readonly<Record<string, string>> = {
  type: 'CareType',
  number: 'ParNumber',
  from: 'From',
  through: 'Through',
};

export const isWhole = (par: Partial<ImportedPar>): par is ImportedPar => par.clientId !== undefined;

const wordsOf = ({ units, through }: EnteredPar) =>
  `${units === null ? 'without units' : `with ${counted(units, 'unit')}`} through ${showDate(through)}`;

/** Authorizations on record and in earlier rows. A row that is already on record adds nothing; one that overlaps is refused. */
export class ParsBeside {
  readonly #byClient = new Map<number, EnteredPar[]>();

  constructor(entered: Iterable<ImportedPar>) {
    for (const par of entered) this.#keep(par);
  }

  #keep(par: ImportedPar) {
    this.#byClient.set(par.clientId, [...(this.#byClient.get(par.clientId) ?? []), par]);
  }

  /** Returns 'entered' if the row adds nothing, or else what is wrong with it. If nothing is wrong, it counts for the following rows. */
  add(par: ImportedPar): 'entered' | readonly FieldError[] {
    const others = this.#byClient.get(par.clientId) ?? [];
    const same = others.find(
      ({ type, number, from }) => type === par.type && number === par.number && from === par.from,
    );
    if (same && same.through === par.through && same.units === par.units) return 'entered';
    if (same)
      return [
        {
          field: 'ParNumber',
          message: `PAR ${same.number} is entered already ${wordsOf(same)}. Change it on the client’s record`,
        },
      ];
    const errors = checkParBeside(par, others).map(({ field, message }) => ({
      field: KEY_OF[field] ?? field,
      message,
    }));
    if (errors.length === 0) this.#keep(par);
    return errors;
  }
}
