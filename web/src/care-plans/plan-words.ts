import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';

export const planName = ({ id }: Pick<PlanListRow, 'id'>) => `care plan ${id}`;

export const planPeople = ({ Provider, Client }: Pick<PlanListRow, 'Provider' | 'Client'>) =>
  `${Provider} for ${Client}`;
