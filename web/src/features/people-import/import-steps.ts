import type { OutputOf } from '@homecare/domain/call.ts';
import type { ImportTarget } from '@homecare/domain/people-import/columns.ts';
import type { ImportCheck, readFile } from '@homecare/domain/people-import/contract.ts';
import type { Mapping } from '@homecare/domain/people-import/mapping.ts';

export interface Chosen {
  readonly file: File;
  readonly read: OutputOf<typeof readFile>;
}
export interface Plan {
  readonly target: ImportTarget;
  readonly mapping: Mapping;
  /** Numbers of rows that are not imported, by choice; of this very file with these columns. */
  readonly leftOut?: readonly number[];
}
export interface Refused {
  readonly at: 'file' | 'columns' | 'import';
  readonly lines: readonly string[];
}

/** What is known of the import so far; `check` is of this very file with these columns. */
export interface Steps {
  readonly chosen?: Chosen;
  readonly plan?: Plan;
  readonly check?: ImportCheck;
  readonly refused?: Refused;
}

export type StepEvent =
  | { readonly type: 'read'; readonly chosen: Chosen }
  | { readonly type: 'unreadable'; readonly lines: readonly string[] }
  | { readonly type: 'planned'; readonly plan: Plan }
  | { readonly type: 'tried'; readonly what: 'read' | 'check' | 'import' }
  | { readonly type: 'checked'; readonly check: ImportCheck }
  | { readonly type: 'refused'; readonly refused: Refused };

/** A corrected file: what its columns mean was said already, which of its rows are left out was not. */
export const planFor = ({ chosen, plan }: Steps, { read }: Chosen): Plan | undefined => {
  if (!plan || chosen?.read.heads.join('\n') !== read.heads.join('\n')) return undefined;
  return { target: plan.target, mapping: plan.mapping };
};

export const stepsAfter = (steps: Steps, event: StepEvent): Steps => {
  const { check, refused, ...columns } = steps;
  switch (event.type) {
    case 'read': {
      const { chosen } = event;
      const { target, suggested } = chosen.read;
      return { chosen, plan: planFor(steps, chosen) ?? { target, mapping: suggested[target] } };
    }
    case 'unreadable': {
      const { chosen, ...rest } = columns;
      return { ...rest, refused: { at: 'file', lines: event.lines } };
    }
    case 'planned':
      return { ...columns, plan: event.plan };
    case 'tried':
      return event.what === 'check' || !check ? columns : { ...columns, check };
    case 'checked':
      return { ...columns, check: event.check };
    case 'refused':
      return { ...steps, refused: event.refused };
  }
};
