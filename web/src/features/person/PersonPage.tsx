import { KIND } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { Button } from '@mantine/core';
import { IconLock, IconUserSearch } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type PersonTab, personOfPath, personPath } from '../../platform/person-path.ts';
import { failureOf } from '../../platform/query.ts';
import type { Viewer } from '../../platform/row-actions.ts';
import { useRole } from '../../platform/session.ts';
import { useCapabilities } from '../../platform/site.ts';
import { usePageTitle } from '../../platform/title.ts';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { EmptyState, ErrorState, useSlow } from '../../ui/states.tsx';
import { useOpenedPerson } from '../access-log/api.ts';
import { ExclusionNote } from '../exclusions/ExclusionNote.tsx';
import { useNotices } from '../notices/api.ts';
import { usePeople } from '../people/api.ts';
import classes from './Person.module.css';
import { PersonHead } from './PersonHead.tsx';
import { hasTab, tabsOf, whyNoTab } from './person-tabs.ts';
import { TabBody } from './TabBody.tsx';

const PANEL = 'person-tab';

const Waiting = () =>
  useSlow(true) ? (
    <p className={classes.waiting} role="status">
      Loading…
    </p>
  ) : null;

const NotFound = () => {
  const navigate = useNavigate();
  return (
    <EmptyState
      icon={IconUserSearch}
      title="This person was not found"
      text="The address is incomplete, or you do not have access to this person. Ask the sender for a new link."
    >
      <Button variant="filled" onClick={() => void navigate({ to: '/dashboard' })}>
        People
      </Button>
    </EmptyState>
  );
};

interface FoundProps {
  readonly person: PersonRow;
  readonly tab: PersonTab;
  readonly viewer: Viewer;
}

const FoundPerson = ({ person, tab, viewer }: FoundProps) => {
  usePageTitle(person[KIND]);
  useOpenedPerson(person.ID);
  const navigate = useNavigate();
  const open = (next: PersonTab) => void navigate({ to: personPath(person.ID, next) });
  const isOpen = hasTab(tab, person, viewer);
  return (
    <div className={classes.page}>
      <PersonHead person={person} viewer={viewer} />
      <ExclusionNote personId={person.ID} />
      <div className={classes.tabs}>
        <CountTabs
          label="Parts of the record"
          tabs={tabsOf(person, viewer)}
          value={tab}
          onChange={open}
          controls={PANEL}
          isTight
        />
      </div>
      <div className={classes.body} id={PANEL} data-tab={tab} role="tabpanel" aria-label={tab}>
        {isOpen ? (
          <TabBody key={tab} tab={tab} person={person} viewer={viewer} onOpen={open} />
        ) : (
          <EmptyState icon={IconLock} {...whyNoTab(tab, person, viewer)} />
        )}
      </div>
    </div>
  );
};

/** /person/<key>: all there is about one person, on tabs with addresses of their own (docs/rules/person-page.md). */
export const PersonPage = () => {
  const pathname = useLocation({ select: (location) => location.pathname });
  const named = personOfPath(pathname);
  // On the way to another page this one is still there.
  const [last, setLast] = useState(named);
  if (named && (named.id !== last?.id || named.tab !== last.tab)) setLast(named);
  const shown = named ?? last;
  const role = useRole();
  const capabilities = useCapabilities();
  const viewer = useMemo(() => ({ role, capabilities }), [role, capabilities]);
  const { query, people } = usePeople();
  // The head has the alerts of the person: what stands below it must not move when they come.
  const isNoticed = !useNotices().isLoading;
  const person = people?.find(({ ID }) => ID === shown?.id);
  const failure = failureOf(query, 'Couldn’t load the person');
  if (!shown) return <NotFound />;
  if (failure) return <ErrorState {...failure} />;
  if (!people || !capabilities || !isNoticed) return <Waiting />;
  return person ? (
    <FoundPerson key={person.ID} person={person} tab={shown.tab} viewer={viewer} />
  ) : (
    <NotFound />
  );
};
