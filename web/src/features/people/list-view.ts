import { PEOPLE_TABS, type PeopleTab } from '@homecare/domain/people/search.ts';
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

/** Some of them: those that a number elsewhere counts. */
export const showPeopleAlone = (ids: readonly number[]) =>
  keep(PEOPLE_VIEW, { ...START, search: `ID=${ids.join(',')}` });

/** What a saved view and an address say of the filters. */
export const filtersOf = ({ tab, showArchived }: ListView) => ({ tab, showArchived });

const isTab = (value: unknown): value is PeopleTab => PEOPLE_TABS.some((tab) => tab === value);

/** As far as this version knows them. */
export const readFilters = ({
  tab,
  showArchived,
}: Readonly<Record<string, string | boolean>>): Pick<ListView, 'tab' | 'showArchived'> => ({
  tab: isTab(tab) ? tab : START.tab,
  showArchived: showArchived === true,
});
