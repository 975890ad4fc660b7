import { planText } from '@homecare/domain/visits/day-list.ts';
import type { OfficeActionKey } from '@homecare/domain/visits/office.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { Button } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { useRole } from '../../platform/session.ts';
import { useCapabilities } from '../../platform/site.ts';
import { useRowActions } from '../../platform/use-row-actions.tsx';
import { type StoryKey, useOpenStory } from '../visit-story/open-story.ts';
import { VISIT_ACTIONS } from './visit-actions.tsx';

const SHORT: Partial<Record<OfficeActionKey, string>> = { accept: 'Accept', send: 'Send', seen: 'Seen' };

const storyKeyOf = ({ id, CareID, Date: day }: Visit): StoryKey => ({ planId: CareID, day, visitId: id });

/** Menu, icons and dialogs of visits, and the one button of a row that says what comes next. */
export const useVisitActions = (
  zone: string,
  today: string,
  frame: RefObject<HTMLElement | null>,
  /** The visits of the list, for the way from one story to the next. */
  visits: readonly Visit[] | undefined,
) => {
  const open = useOpenStory();
  const openStory = (visit: Visit) => open(storyKeyOf(visit), visits?.map(storyKeyOf));
  const role = useRole();
  const capabilities = useCapabilities();
  const actions = useRowActions({
    actions: VISIT_ACTIONS,
    viewer: { role, capabilities, today },
    page: { openStory },
    keyOf: ({ id }: Visit) => id,
    nameOf: (visit) => `visit of ${visit.ProviderName}, ${planText(visit)}`,
    propsOf: (visit, onClose) => ({ visit, zone, onClose }),
    frame,
  });

  const button = (visit: Visit, key: OfficeActionKey | undefined): ReactNode => {
    const start = key && actions.starter(key);
    const action = VISIT_ACTIONS.find((one) => one.key === key);
    if (!start || !action) return null;
    return (
      <Button
        size="compact-sm"
        aria-label={`${action.label}: ${visit.ProviderName}, ${planText(visit)}`}
        onClick={() => start(visit)}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        {SHORT[key] ?? action.label}
      </Button>
    );
  };
  return { ...actions, button, openStory };
};
