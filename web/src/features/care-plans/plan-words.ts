import { showDate } from '@homecare/domain/calendar.ts';
import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';

export const planName = ({ id }: Pick<PlanListRow, 'id'>) => `care plan ${id}`;

export const planPeople = ({ Provider, Client }: Pick<PlanListRow, 'Provider' | 'Client'>) =>
  `${Provider} for ${Client}`;

export const planDays = (from: string, through: string) =>
  from === through ? showDate(from) : `${showDate(from)} to ${showDate(through)}`;
