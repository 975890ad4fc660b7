import { keep } from '../shell/kept.ts';

/** What the care plan list shows; it is the same when the user returns. */
export interface ListView {
  readonly search: string;
  readonly page: number;
}
export const START: ListView = { search: '', page: 1 };
export const PLANS_VIEW = 'care-plans.view';

/** The list shows this plan alone (ID=…). */
export const showPlanAlone = (id: number) => keep(PLANS_VIEW, { ...START, search: `ID=${id}` });
