import { createStore } from '../../platform/store.ts';
import { toast } from '../../platform/toasts.ts';
import { ROW_ACTIONS, SEND, TEXTS } from './people-row-actions.tsx';
import type { RowAction } from './row-actions.ts';

const table = createStore(ROW_ACTIONS);
let isWhole = false;

/** Loads the actions that only the menus show. */
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
/** Loads what a menu needs and tells whether it could; undefined if it is loaded. */
export const awaitPeopleActions = () => (isWhole ? undefined : loadOrSay());

/** All actions of the rows. Those of the menus are missing until loaded. */
export const usePeopleActions = table.use;

/** If the person has sent texts, their count replaces 'Send Email/SMS' in the row. */
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
