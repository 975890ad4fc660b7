import { keyOf, type PlacedVisit } from '@homecare/domain/schedule/layout.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { IconPrinter, IconUserOff, IconUserSearch } from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { type MenuEntry, type MenuPlace, RowMenu } from '../../ui/RowMenu.tsx';
import { CallOutDialog } from '../staffing/CallOutDialog.tsx';
import { type StoryKey, storyEntry, useOpenStory } from '../visit-story/open-story.ts';
import { openWeeks } from './api.ts';
import { CoverDrawer } from './CoverDrawer.tsx';
import type { VisitAsked } from './use-grid-keys.ts';
import type { Schedule } from './use-schedule.ts';

interface Menu {
  readonly place: MenuPlace;
  readonly placed: PlacedVisit | undefined;
  readonly open: OpenVisit | undefined;
}

/** What is open over the board: who can cover, who called out. */
type Shown =
  | { readonly kind: 'cover'; readonly visit: OpenVisit }
  | { readonly kind: 'callOut'; readonly providerId: number };

const keyInList = ({ planId, day, visitId }: StoryKey): StoryKey => ({ planId, day, visitId });

const entriesOf = (
  { placed, open }: Menu,
  show: (shown: Shown) => void,
  { showStory, week }: { readonly showStory: (visit: StoryKey) => void; readonly week: string | undefined },
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
          onSelect: () => week !== undefined && openWeeks('caregiver', week, [placed.visit.ProviderID]),
        },
      ]
    : []),
];

/** Opens what belongs to a visit of the board, by click, key or menu. */
export const useVisitWindows = ({ rows, allOpen, board, now, zone }: Schedule) => {
  const [shown, setShown] = useState<Shown>();
  const [menu, setMenu] = useState<Menu>();
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
      {shown?.kind === 'callOut' && <CallOutDialog providerId={shown.providerId} onClose={close} />}
      <RowMenu
        label="Visit"
        place={menu?.place}
        entries={menu ? entriesOf(menu, setShown, { showStory, week: board?.week.from }) : []}
        onClose={() => setMenu(undefined)}
      />
    </>
  );
  return { cover, open, ask, windows };
};
