import type { CarePlanType } from '../care-plans/schema.ts';

export const TASK_KINDS = ['hmk', 'pers', 'hma'] as const;
/** As named in result files (docs/rules/calculator.md, rule 12). */
export type TaskKind = (typeof TASK_KINDS)[number];

export interface KindFacts {
  readonly kind: TaskKind;
  /** The name of its list in the request, and of a provider's code for it (docs/rules/calculator.md, rule 3). */
  readonly list: 'homemaker' | 'personal' | 'health';
  readonly field: 'hmkTasks' | 'personalTasks' | 'hmaTasks';
  readonly title: string;
  readonly word: string;
  /** The first and last task code (docs/rules/calculator.md, rule 3). */
  readonly from: number;
  readonly to: number;
  readonly category: string;
}

export const KINDS: Readonly<Record<TaskKind, KindFacts>> = {
  hmk: {
    kind: 'hmk',
    list: 'homemaker',
    field: 'hmkTasks',
    title: 'Homemaker',
    word: 'homemaker',
    from: 101,
    to: 110,
    category: 'Homemaker',
  },
  pers: {
    kind: 'pers',
    list: 'personal',
    field: 'personalTasks',
    title: 'Personal',
    word: 'personal',
    from: 201,
    to: 215,
    category: 'PCP/RPCP',
  },
  hma: {
    kind: 'hma',
    list: 'health',
    field: 'hmaTasks',
    title: 'Health Maintenance',
    word: 'health maintenance',
    from: 301,
    to: 318,
    category: 'HealthMaintenance',
  },
};

export const kindOf = (code: number): TaskKind | undefined =>
  TASK_KINDS.find((kind) => KINDS[kind].from <= code && code <= KINDS[kind].to);

/** Whether a care plan type can be the code of a kind: it must be an IHSS type paid under that category. */
export const isCodeOf = (kind: TaskKind, type: Pick<CarePlanType, 'ihss' | 'payCategory'>) =>
  type.ihss && type.payCategory === KINDS[kind].category;
