import type { PersonRow } from '@homecare/domain/people/schema.ts';
import type { PersonTab } from '../../platform/person-path.ts';
import type { Viewer } from '../../platform/row-actions.ts';

/** What each tab of a person's page is given. */
export interface TabProps {
  readonly person: PersonRow;
  readonly viewer: Viewer;
  readonly onOpen: (tab: PersonTab) => void;
}
