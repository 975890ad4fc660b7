import { keyOf, type PlacedVisit } from '@homecare/domain/schedule/layout.ts';
import type { Board } from '@homecare/domain/schedule/schema.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import {
  IconCalendarOff,
  IconCalendarX,
  IconPrinter,
  IconUserOff,
  IconUserSearch,
} from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { type MenuEntry, type MenuPlace, RowMenu } from '../../ui/RowMenu.tsx';
import { CallOutDialog } from '../staffing/CallOutDialog.tsx';
import { type StoryKey, storyEntry, useOpenStory } from '../visit-story/open-story.ts';
import { CloseVisitDialog, reopenVisit } from '../visits/BulkRowDialogs.tsx';
import type { ClosableVisit } from '../visits/visit-dialog.ts';
import { NOT_CREATED } from '../visits/visit-words.ts';
import { openWeeks } from './api.ts';
import { CoverDrawer } from './CoverDrawer.tsx';
import { closableOf } from './DrawerActions.tsx';
import type { VisitAsked } from './use-grid-keys.ts';
import type { Schedule } from './use-schedule.ts';

interface Menu {
  readonly place: MenuPlace;
  readonly placed: PlacedVisit | undefined;
  readonly open: OpenVisit | undefined;
}

/** The window open over the board: who can cover, who called out, or why a visit does not take place. */
type Shown =
  | { readonly kind: 'cover'; readonly visit: OpenVisit }
  | { readonly kind: 'cancel'; readonly visit: ClosableVisit }
  | { readonly kind: 'callOut'; readonly providerId: number };

const keyInList = ({ planId, day, visitId }: StoryKey): StoryKey => ({ planId, day, visitId });

/** What is needed to close the visit of a menu. Pairs exempt from verification have no records to close. */
const closableIn = ({ placed, open }: Menu, board: Board | undefined) => {
  if (!placed) return open && { ...closableOf(open), closed: null };
  const { visitId: id, ClientID, ProviderID, date, start, end, Status, closed, isExempt } = placed.visit;
  const nameIn = (people: readonly { id: number; name: string }[] | undefined, wanted: number) =>
    people?.find((one) => one.id === wanted)?.name ?? '';
  if (isExempt || Status !== 'Planned') return undefined;
  return {
    id,
    ClientName: nameIn(board?.clients, ClientID),
    ProviderName: nameIn(board?.caregivers, ProviderID),
    Date: date,
    PlanStartTime: start,
    PlanEndTime: end,
    Status,
    closed,
  };
};

/** Menu entries to close a visit that does not take place, or to reopen it. */
const closingEntries = (visit: ReturnType<typeof closableIn>, show: (shown: Shown) => void): MenuEntry[] => {
  if (!visit) return [];
  const { id, closed } = visit;
  if (closed !== null && id !== null)
    return [{ label: 'Reopen visit', icon: IconCalendarOff, onSelect: () => void reopenVisit({ id }) }];
  return [
    {
      label: 'Cancel visit…',
      icon: IconCalendarX,
      disabledReason: id === null ? NOT_CREATED : undefined,
      onSelect: () => id !== null && show({ kind: 'cancel', visit: { ...visit, id } }),
    },
  ];
};

const entriesOf = (
  { place, placed, open }: Menu,
  show: (shown: Shown) => void,
  {
    showStory,
    board,
    closes,
  }: {
    readonly showStory: (visit: StoryKey) => void;
    readonly board: Board | undefined;
    readonly closes: boolean;
  },
): MenuEntry[] => [
  ...(open
    ? [
        {
          label: 'Who can cover',
          icon: IconUserSearch,
          hint: 'C',
          onSelect: () => show({ kind: 'cover', visit: open }),
        },
      ]
    : []),
  storyEntry(() => {
    const visit = placed?.visit ?? open;
    if (visit) showStory(visit);
  }),
  ...(closes ? closingEntries(closableIn({ place, placed, open }, board), show) : []),
  ...(placed
    ? [
        {
          label: 'Caregiver called out…',
          icon: IconUserOff,
          onSelect: () => show({ kind: 'callOut', providerId: placed.visit.ProviderID }),
        },
        {
          label: 'Print the caregiver’s week',
          icon: IconPrinter,
          onSelect: () => board && openWeeks('caregiver', board.week.from, [placed.visit.ProviderID]),
        },
      ]
    : []),
];

/** Opens the windows of a visit on the board, by click, key or menu. */
export const useVisitWindows = ({ rows, allOpen, board, now, zone }: Schedule) => {
  const [shown, setShown] = useState<Shown>();
  const [menu, setMenu] = useState<Menu>();
  // Only premium sites can close visits.
  const premium = useCapabilities()?.premium ?? false;
  const latest = useRef({ rows, allOpen });
  latest.current = { rows, allOpen };
  const cover = useCallback((visit: OpenVisit) => setShown({ kind: 'cover', visit }), []);
  const openStory = useOpenStory();
  const showStory = useCallback(
    ({ planId, day, visitId }: StoryKey) => {
      const own = latest.current.rows.find(({ cells }) =>
        cells.flat().some(({ visit }) => visit.planId === planId && visit.day === day),
      );
      const among = own?.cells.flat().map(({ visit }) => keyInList(visit));
      openStory(keyInList({ planId, day, visitId }), among);
    },
    [openStory],
  );
  const open = useCallback(({ visit }: PlacedVisit) => showStory(visit), [showStory]);
  const ask = useCallback(
    (asked: VisitAsked) => {
      const isIt = (visit: { readonly planId: number; readonly day: string }) => keyOf(visit) === asked.key;
      const found = latest.current.allOpen.find(isIt);
      const row = latest.current.rows.find(({ id }) => id === asked.row);
      const placed = row?.cells.flat().find(({ visit }) => isIt(visit));
      const storyVisit = placed?.visit ?? found;
      if (asked.isStory && storyVisit) showStory(storyVisit);
      else if (asked.menu) setMenu({ place: asked.menu, placed, open: found });
      else if (found) setShown({ kind: 'cover', visit: found });
      else toast.error('This visit has a caregiver. C works on a visit that needs one.');
    },
    [showStory],
  );
  const close = () => setShown(undefined);
  const windows = (
    <>
      {shown?.kind === 'cover' && (
        <CoverDrawer
          visit={shown.visit}
          isTaken={!allOpen.some((one) => keyOf(one) === keyOf(shown.visit))}
          now={now}
          zone={zone}
          onClose={close}
        />
      )}
      {shown?.kind === 'cancel' && <CloseVisitDialog visit={shown.visit} zone={zone} onClose={close} />}
      {shown?.kind === 'callOut' && <CallOutDialog providerId={shown.providerId} onClose={close} />}
      <RowMenu
        label="Visit"
        place={menu?.place}
        entries={menu ? entriesOf(menu, setShown, { showStory, board, closes: premium }) : []}
        onClose={() => setMenu(undefined)}
      />
    </>
  );
  return { cover, open, ask, windows };
};
