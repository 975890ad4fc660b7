import type { Place } from '@homecare/domain/today/schema.ts';
import { hrefOf, type OpenedWith } from '../../platform/address.ts';
import { keep } from '../../platform/kept.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { pathOfStep, SET_UP } from '../../platform/set-up-path.ts';
import { openedBoard } from '../schedule/opened-board.ts';

/** The pages of the lists to which numbers lead. */
const PATHS: Readonly<Record<Place['list'], string>> = {
  visits: '/evvadmin',
  exceptions: '/evvadmin',
  schedule: '/schedule',
  plan: '/schedule/plan',
  figures: '/schedule/figures',
  people: '/dashboard',
  plans: '/careplanlist',
  requests: '/openrequests',
  timeOff: '/timeoff',
  incidents: '/incidents',
  forms: '/forms',
  authorizations: '/authorizations',
  monthClose: '/monthclose',
  denials: '/claims/denials',
  texts: '/today',
  overdue: '/privatepay',
  books: '/books',
  setUp: SET_UP,
};

const pathOf = (place: Place): string =>
  place.list === 'setUp' && place.step ? pathOfStep(place.step) : PATHS[place.list];

/** What the page is opened with, where its address carries the filter. */
const pageOf = (place: Place): OpenedWith => (place.list === 'schedule' ? openedBoard(place) : {});
export const placeHref = (place: Place): string => hrefOf({ to: pathOf(place), page: pageOf(place) });

/** Sets the filter of the list, so that it shows what was counted; its code comes with its page. */
const setFilter = async (place: Place, today: string): Promise<void> => {
  switch (place.list) {
    case 'visits': {
      const { showVisitsOf } = await import('../visits/day-only.ts');
      return showVisitsOf(place.date === today ? '' : place.date, place);
    }
    case 'exceptions':
      keep('evv-admin.shown', 'exceptions');
      keep('evv-admin.period', { from: place.from, to: place.to });
      return keep('evv-admin.exceptions', place.kind);
    case 'plan':
      return keep('schedule.plan.days', { from: place.from, through: place.through, only: [] });
    case 'figures':
      return keep('staffing.figures.days', { from: place.from, through: place.through });
    case 'people': {
      const { showPeopleAlone } = await import('../people/list-view.ts');
      return showPeopleAlone(place.ids);
    }
    case 'plans': {
      const { showPlansAlone } = await import('../care-plans/list-view.ts');
      return showPlansAlone(place.ids);
    }
    case 'timeOff':
      return keep('time-off.tab', 'Requested');
    case 'forms':
      return keep('forms.tab', 'overdue');
    case 'incidents':
      return keep('incidents.tab', 'open');
    case 'authorizations': {
      const { NO_LOOK } = await import('../authorizations/stake.ts');
      return keep('authorizations.look', { ...NO_LOOK, kind: place.kind });
    }
    case 'monthClose':
      return keep('month-close.view', { month: place.month, group: 'all', payer: 'all' });
    case 'overdue':
      return keep('private-pay.tab', 'Overdue');
    case 'requests':
    case 'schedule':
    case 'denials':
    case 'texts':
    case 'books':
    case 'setUp':
      return;
  }
};

export const useOpenPlace = (today: string) => {
  const openPage = useOpenPage();
  return async (place: Place): Promise<void> => {
    await setFilter(place, today);
    await openPage(pathOf(place), pageOf(place));
  };
};
