import { PEOPLE_TABS, type PeopleTab } from '@homecare/domain/people/search.ts';
import { keep } from '../../platform/kept.ts';

/** What the People list shows. It is kept until the user returns. */
export interface ListView {
  readonly tab: PeopleTab;
  readonly search: string;
  readonly showArchived: boolean;
  readonly page: number;
}
export const START: ListView = { tab: 'All', search: '', showArchived: false, page: 1 };
export const PEOPLE_VIEW = 'people.view';

/** Shows only this person (ID=…). */
export const showPersonAlone = (id: number) => keep(PEOPLE_VIEW, { ...START, search: `ID=${id}` });

/** Shows only these people, such as those behind a number elsewhere. */
export const showPeopleAlone = (ids: readonly number[]) =>
  keep(PEOPLE_VIEW, { ...START, search: `ID=${ids.join(',')}` });

/** The filters as stored in saved views and URLs. */
export const filtersOf = ({ tab, showArchived }: ListView) => ({ tab, showArchived });

const isTab = (value: unknown): value is PeopleTab => PEOPLE_TABS.some((tab) => tab === value);

/** Reads filters, as far as this version knows them. */
export const readFilters = ({
  tab,
  showArchived,
}: Readonly<Record<string, string | boolean>>): Pick<ListView, 'tab' | 'showArchived'> => ({
  tab: isTab(tab) ? tab : START.tab,
  showArchived: showArchived === true,
});
