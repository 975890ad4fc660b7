import { weekOfResult } from '@homecare/domain/calculator/calculation.ts';
import type { ResultFile } from '@homecare/domain/calculator/schema.ts';
import type { WEEKDAYS } from '@homecare/domain/calendar.ts';
import { checkProviderDates } from '@homecare/domain/care-plans/rules.ts';
import type { TaskRow } from '@homecare/domain/care-plans/schema.ts';
import { isActive } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { sum } from '@homecare/domain/sum.ts';
import { emptyForm, type PlanForm, type TypeItems } from './plan-form.ts';
import { cellsOf } from './stored-plan.ts';

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The tasks of a result by name, spelled as in the care plan type. */
const rowsOf = (file: ResultFile, items: readonly { readonly Name: string }[]): TaskRow[] => {
  const names = [...new Set(file.days.flatMap(({ tasks }) => tasks.map(({ name }) => name)))];
  return names.map((name) => {
    const minutesOn = (day: (typeof WEEKDAYS)[number]) =>
      sum(
        file.days
          .filter((one) => one.day === day)
          .flatMap(({ tasks }) => tasks)
          .map((task) => (task.name === name ? task.minutes : 0)),
      );
    return {
      Name: items.find(({ Name }) => sameName(Name, name))?.Name ?? name,
      Mon: minutesOn('Mon'),
      Tue: minutesOn('Tue'),
      Wed: minutesOn('Wed'),
      Thu: minutesOn('Thu'),
      Fri: minutesOn('Fri'),
      Sat: minutesOn('Sat'),
      Sun: minutesOn('Sun'),
    };
  });
};

/** Turns a calculator result into a new plan. Tasks that the type does not offer are listed as left out. */
export const planOfResult = (file: ResultFile, items: TypeItems | undefined): PlanForm => {
  const all = rowsOf(file, [...(items?.pcItems ?? []), ...(items?.hmItems ?? [])]);
  const isHome = ({ Name }: TaskRow) =>
    (items?.hmItems ?? []).some((item) => item.Name === Name) &&
    !(items?.pcItems ?? []).some((item) => item.Name === Name);
  return {
    ...emptyForm(file.request.startDate),
    provider: file.provider,
    client: file.request.client,
    type: file.code,
    createReason: `IHSS Calc run ${file.run}`,
    cells: cellsOf({
      time: weekOfResult(file.days),
      personalCareItems: all.filter((row) => !isHome(row)),
      homeMakingItems: all.filter(isHome),
    }),
  };
};

/** Like for a clone, people who can no longer be chosen are cleared, with the reason. */
export const openResult = (
  file: ResultFile,
  items: TypeItems | undefined,
  people: readonly PersonRow[],
  today: string,
) => {
  const form = planOfResult(file, items);
  const find = (id: number | null) => people.find((person) => person.ID === id && isActive(person));
  const provider = find(form.provider);
  const wrong = provider && checkProviderDates(provider, Temporal.PlainDate.from(today))[0]?.message;
  const fault = provider ? wrong : 'The provider of this calculation is archived: choose another one.';
  const noClient = find(form.client)
    ? undefined
    : 'The client of this calculation is archived: choose another one.';
  return {
    initial: { ...form, ...(fault && { provider: null }), ...(noClient && { client: null }) },
    refusedAtOpen: { ...(fault && { ProviderID: fault }), ...(noClient && { ClientID: noClient }) },
    toastsAtOpen: wrong ? [wrong] : [],
  };
};
