import { todayIn } from '@homecare/domain/calendar.ts';
import { deletePage } from '@homecare/domain/timesheets/contract.ts';
import { TRAY_REASONS } from '@homecare/domain/timesheets/scans.ts';
import type { TrayPage } from '@homecare/domain/timesheets/schema.ts';
import { Box, Button } from '@mantine/core';
import { IconInbox, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { may } from '../../platform/role-copy.ts';
import { serverNow } from '../../platform/server-time.ts';
import { useSession } from '../../platform/session.ts';
import { useZone } from '../../platform/use-today.ts';
import { Note } from '../../ui/Note.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { AssignForm, usualPlace } from './AssignForm.tsx';
import { DeletePageDialog } from './DeletePageDialog.tsx';
import { PageView } from './PageView.tsx';
import { useTray } from './scans-api.ts';
import classes from './TrayPanel.module.css';

/** Pages that nobody knows the place of: look at one, say where it belongs, and the next comes up. */
export const TrayPanel = () => {
  const query = useTray();
  const failure = failureOf(query, 'Couldn’t load the tray');
  const pages = query.data;
  if (failure) return <ErrorState {...failure} />;
  if (!pages)
    return (
      <Box component="p" py={40} c="dimmed" ta="center">
        Loading the tray…
      </Box>
    );
  return (
    <section aria-label="Tray" className={classes.tray}>
      <h2 className={classes.title}>
        Tray <span className={classes.count}>{pages.length}</span>
      </h2>
      {pages.length === 0 ? (
        <EmptyState
          icon={IconInbox}
          title="Nothing to sort"
          text="Pages with a readable barcode are filed automatically; the rest appear here."
        />
      ) : (
        <Desk pages={pages} />
      )}
    </section>
  );
};

const STEPS: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };

const Desk = ({ pages }: { readonly pages: readonly TrayPage[] }) => {
  const role = useSession()?.role;
  const zone = useZone();
  const [chosen, setChosen] = useState<number>();
  // Where the last one was: the page after an assigned one takes its place.
  const [last, setLast] = useState(0);
  const [deleting, setDeleting] = useState<TrayPage>();
  const found = pages.findIndex(({ id }) => id === chosen);
  const at = found < 0 ? Math.min(last, pages.length - 1) : found;
  const page = pages[at];
  // It stays the one that is looked at when pages come in before it, and when it goes the next takes its place.
  if (page && (page.id !== chosen || at !== last)) {
    setChosen(page.id);
    setLast(at);
  }
  if (!page) return null;
  const show = (index: number) => {
    const to = (index + pages.length) % pages.length;
    setChosen(pages[to]?.id);
    return to;
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const to = show(at + step);
    event.currentTarget.querySelectorAll('button')[to]?.focus();
  };
  return (
    <div className={classes.desk}>
      <ul className={classes.list} aria-label="Pages in the tray" onKeyDown={press}>
        {pages.map((one, index) => (
          <li key={one.id}>
            <button
              type="button"
              className={classes.item}
              aria-current={one.id === page.id || undefined}
              tabIndex={one.id === page.id ? 0 : -1}
              onClick={() => show(index)}
            >
              <span className={classes.name}>
                {one.file}
                {one.pages > 1 && `, page ${one.page}`}
              </span>
              <Box component="span" fz={12} c="dimmed">
                {TRAY_REASONS[one.reason]}
              </Box>
            </button>
          </li>
        ))}
      </ul>
      <PageView
        page={page}
        position={`${at + 1} of ${pages.length}`}
        next={pages[at + 1]?.id}
        onMove={pages.length > 1 ? (step) => show(at + step) : undefined}
      />
      <div className={classes.form}>
        <Note tone="warn">{TRAY_REASONS[page.reason]}.</Note>
        <AssignForm page={page} place={usualPlace(todayIn(zone, serverNow()))}>
          {may(role, deletePage) && (
            <Button
              size="sm"
              color="red"
              leftSection={<IconTrash size={16} stroke={1.8} aria-hidden />}
              onClick={() => setDeleting(page)}
            >
              Delete…
            </Button>
          )}
        </AssignForm>
      </div>
      {deleting && <DeletePageDialog page={deleting} onClose={() => setDeleting(undefined)} />}
    </div>
  );
};
