import type { PersonRow } from '@homecare/domain/people/schema.ts';
import type { Viewer } from '../../platform/row-actions.ts';
import type { PersonTab } from '../people/person-path.ts';

/** What each tab of a person's page is given. */
export interface TabProps {
  readonly person: PersonRow;
  readonly viewer: Viewer;
  readonly onOpen: (tab: PersonTab) => void;
}
