import { fold } from '@homecare/domain/fold.ts';
import { MENU_KEYS, type MenuKey } from '@homecare/domain/notices/schema.ts';
import type { InboxRow } from '@homecare/domain/today/inbox.ts';

export const INBOX_VIEW = 'inbox.view';

/** What the inbox shows. */
export interface InboxView {
  readonly kind: MenuKey | 'all';
  readonly search: string;
  readonly whose: 'all' | 'mine' | 'nobody';
  readonly order: 'urgent' | 'person';
  /** What was put off, in place of what was not. */
  readonly isPutOff: boolean;
}

export const START: InboxView = {
  kind: 'all',
  search: '',
  whose: 'all',
  order: 'urgent',
  isPutOff: false,
};

/** What an address says of it: never what somebody searched for. */
export const filtersOf = ({ kind, whose, order, isPutOff }: InboxView) => ({ kind, whose, order, isPutOff });

/** As far as this version knows them. */
export const readFilters = ({
  kind,
  whose,
  order,
  isPutOff,
}: Readonly<Record<string, string | boolean>>): Omit<InboxView, 'search'> => ({
  kind: MENU_KEYS.find((key) => key === kind) ?? START.kind,
  whose: whose === 'mine' || whose === 'nobody' ? whose : START.whose,
  order: order === 'person' ? order : START.order,
  isPutOff: isPutOff === true,
});

/** The rows of all kinds that pass the other filters. */
export const foundRows = (rows: readonly InboxRow[], { search, whose }: InboxView, uid: string) => {
  const wanted = fold(search.trim());
  return rows.filter(({ name, text, assigned }) => {
    if (whose === 'mine' && String(assigned?.id) !== uid) return false;
    if (whose === 'nobody' && assigned !== null) return false;
    return wanted === '' || fold(`${name} ${text}`).includes(wanted);
  });
};

/** Everything about one person or plan is together, who has the most pressing first. */
export const inOrder = (rows: readonly InboxRow[], order: InboxView['order']) =>
  order === 'urgent' ? rows : [...Map.groupBy(rows, ({ at, id }) => `${at} ${id}`).values()].flat();
