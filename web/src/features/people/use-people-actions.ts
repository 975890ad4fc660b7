import { createStore } from '../../platform/store.ts';
import { toast } from '../../platform/toasts.ts';
import { ROW_ACTIONS, SEND, TEXTS } from './people-row-actions.tsx';
import type { RowAction } from './row-actions.ts';

const table = createStore(ROW_ACTIONS);
let isWhole = false;

/** Brings what only the menus of the rows show. */
export const bringPeopleActions = async () => {
  table.set((await import('./people-actions.tsx')).PEOPLE_ACTIONS);
  isWhole = true;
};
const loadOrSay = async () => {
  try {
    await bringPeopleActions();
  } catch {
    toast.error('Couldn’t open the menu. Try again, or reload the page.');
  }
  return isWhole;
};
/** What a menu waits for, and whether it came; undefined: it is here. */
export const awaitPeopleActions = () => (isWhole ? undefined : loadOrSay());

/** All actions of the rows; those of the menus alone once they are here. */
export const usePeopleActions = table.use;

/** In the row of somebody who wrote, the count of new texts is where 'Send Email/SMS' would be. */
export const withUnread = (
  actions: readonly RowAction[],
  unread: ReadonlyMap<number, number>,
): readonly RowAction[] =>
  unread.size === 0
    ? actions
    : actions.map((action) => {
        if (action.key === SEND.key) return { ...action, inRow: (person) => !unread.has(person.ID) };
        if (action.key !== TEXTS.key) return action;
        return {
          ...action,
          row: 3,
          rowLabel: (name) => `New texts from ${name}`,
          inRow: (person) => unread.has(person.ID),
          alarm: (person) => unread.get(person.ID) ?? 0,
        };
      });
