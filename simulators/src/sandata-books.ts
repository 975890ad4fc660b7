import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Fields, type Kind, partsOf } from './sandata-fields.ts';

/** What the aggregator has taken over. */
export interface Entry {
  readonly kind: Kind;
  /** The sender's own number of the record. */
  readonly key: string;
  readonly sequence: number;
  readonly record: Fields;
}
export interface Post {
  readonly kind: Kind;
  readonly key: string;
  readonly sequence: number;
}
interface Finding {
  readonly code: string | null;
  readonly message: string;
}
export interface Receipt {
  readonly uuid: string;
  readonly readyAt: number;
  readonly records: number;
  /** Records that were refused, echoed with their error. */
  readonly refused: readonly Fields[];
}

const RECEIPT_MS = 48 * 3_600_000;
const KEYS: Record<Kind, string> = {
  employees: 'EmployeeOtherID',
  clients: 'ClientOtherID',
  visits: 'VisitOtherID',
};
export const keyOf = (kind: Kind, record: Fields) => String(record[KEYS[kind]]);

export const echo = (record: Fields, findings: readonly Finding[]): Fields => ({
  ...record,
  ErrorCode: findings[0]?.code ?? null,
  ErrorMessage: findings.map(({ message }) => message).join(' ') || null,
});

/** Whatever order the names come in. */
const sameCalls = (calls: readonly Fields[]) =>
  JSON.stringify(calls.map((call) => Object.entries(call).sort()));

type Line = { readonly entry: Entry } | { readonly receipt: Receipt };

/** The aggregator's memory; with a file it survives a restart. */
export const openBooks = (file: string | undefined) => {
  const entries = new Map<string, Entry>();
  const sequences = new Map<string, Set<number>>();
  const receipts = new Map<string, Receipt>();
  const posts: Post[] = [];
  const place = (kind: Kind, key: string) => `${kind} ${key}`;

  const learn = (line: Line) => {
    if ('receipt' in line) return void receipts.set(line.receipt.uuid, line.receipt);
    const { entry } = line;
    const at = place(entry.kind, entry.key);
    sequences.set(at, (sequences.get(at) ?? new Set()).add(entry.sequence));
    if (entry.sequence > (entries.get(at)?.sequence ?? -1)) entries.set(at, entry);
  };
  const keep = (lines: readonly Line[]) => {
    lines.forEach(learn);
    if (file)
      appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
  };
  if (file && existsSync(file)) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      try {
        learn(JSON.parse(line));
      } catch {
        // the line that a kill cut off
      }
    }
    const fresh = [...receipts.values()].filter(({ readyAt }) => readyAt > Date.now() - RECEIPT_MS);
    const kept: Line[] = [
      ...[...entries.values()].map((entry) => ({ entry })),
      ...fresh.map((receipt) => ({ receipt })),
    ];
    writeFileSync(`${file}.new`, kept.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  const find = (kind: Kind, fits: (record: Fields) => boolean) =>
    [...entries.values()].some((entry) => entry.kind === kind && fits(entry.record));

  /** What only the books can tell. */
  const findings = (kind: Kind, record: Fields): Finding[] => {
    const at = place(kind, keyOf(kind, record));
    const known = entries.get(at);
    const sequence = Number(record.SequenceID);
    if (sequences.get(at)?.has(sequence) || (known && known.sequence >= sequence))
      return [{ code: '-709', message: 'Version number is duplicated or older than current' }];
    if (kind !== 'visits') return [];
    const isClient = (client: Fields) => client.ClientIdentifier === record.ClientID;
    const isWorker = (worker: Fields) => worker.EmployeeIdentifier === record.EmployeeIdentifier;
    if (!find('clients', isClient)) return [{ code: '-1021', message: 'Client not found' }];
    if (!find('employees', isWorker)) return [{ code: '-1031', message: 'Worker not found' }];
    if (!known)
      return record.BillVisit === true && partsOf(record, 'Calls').length === 2
        ? []
        : [
            {
              code: null,
              message: 'Each visit first instance is expected to have both Calls and BillVisit as true.',
            },
          ];
    if (partsOf(record, 'VisitChanges').length === 0)
      return [{ code: null, message: 'The VisitChanges segment is required for all visit updates.' }];
    const calls = partsOf(record, 'Calls');
    return calls.length === 0 || sameCalls(calls) === sameCalls(partsOf(known.record, 'Calls'))
      ? []
      : [{ code: null, message: 'The Calls segment cannot be changed after it was submitted.' }];
  };

  return {
    receipt: (uuid: string) => receipts.get(uuid),
    state: () => ({ records: [...entries.values()], posts }),
    note: (kind: Kind, records: readonly Fields[]) => {
      for (const record of records)
        posts.push({ kind, key: keyOf(kind, record), sequence: Number(record.SequenceID) });
    },
    /** Takes records over one by one, in their order; the receipt tells after `delay` what became of them. */
    take: (kind: Kind, records: readonly Fields[], delay: number): Receipt => {
      const refused: Fields[] = [];
      for (const record of records) {
        const found = findings(kind, record);
        if (found.length > 0) refused.push(echo(record, found));
        else
          keep([{ entry: { kind, key: keyOf(kind, record), sequence: Number(record.SequenceID), record } }]);
      }
      const receipt = { uuid: randomUUID(), readyAt: Date.now() + delay, records: records.length, refused };
      keep([{ receipt }]);
      return receipt;
    },
  };
};
export type Books = ReturnType<typeof openBooks>;
