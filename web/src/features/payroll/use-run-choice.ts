import { partsOfMonth } from '@homecare/domain/payroll/periods.ts';
import { runChoices } from '@homecare/domain/payroll/runs.ts';
import { sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import { useState } from 'react';
import { type RunChoice, usePayRules } from './run-api.ts';

/** What was chosen, where the month has it; otherwise both halves, or the first pay period. */
const chosenOf = (chosen: string, choices: readonly { readonly value: string }[]): string => {
  const values = choices.map(({ value }) => value);
  return [chosen, 'both', values[0]].find((one) => one !== undefined && values.includes(one)) ?? '';
};

export const isPeriod = (half: string) => half.includes('-');

/** 'November 2026', 'November 2026, 1st half', or the days of the pay period. */
const sayChoice = ({ month, half }: RunChoice, label: string): string => {
  if (isPeriod(half)) return label;
  return half === 'both' || label === '' ? sayMonth(month) : `${sayMonth(month)}, ${label}`;
};

/** The run that is looked at: the export and the unpaid time beside it are about the same days. */
export const useRunChoice = (month: string) => {
  const [kept, setKept] = useState<RunChoice>({ month, half: 'both', layout: 'own', export: 'csv' });
  const rules = usePayRules().data?.rules;
  const choices = rules && kept.month !== '' ? runChoices(partsOfMonth(rules.periods, kept.month)) : [];
  const choice = { ...kept, half: chosenOf(kept.half, choices) };
  const label = choices.find(({ value }) => value === choice.half)?.label ?? '';
  return {
    choice,
    choices,
    /** Nothing while no month is chosen. */
    words: choice.month === '' ? '' : sayChoice(choice, label),
    change: (next: Partial<RunChoice>) => setKept((before) => ({ ...before, ...next })),
  };
};
export type ChosenRun = ReturnType<typeof useRunChoice>;
