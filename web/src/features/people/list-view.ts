import type { PeopleTab } from '@homecare/domain/people/search.ts';
import { keep } from '../../platform/kept.ts';

/** What the People list shows; it is the same when the user returns. */
export interface ListView {
  readonly tab: PeopleTab;
  readonly search: string;
  readonly showArchived: boolean;
  readonly page: number;
}
export const START: ListView = { tab: 'All', search: '', showArchived: false, page: 1 };
export const PEOPLE_VIEW = 'people.view';

/** The list shows this person alone (ID=…). */
export const showPersonAlone = (id: number) => keep(PEOPLE_VIEW, { ...START, search: `ID=${id}` });
