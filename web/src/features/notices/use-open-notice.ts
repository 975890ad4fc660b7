import type { Notice } from '@homecare/domain/notices/schema.ts';
import { fieldOf, isPersonField } from '@homecare/domain/people/dictionary.ts';
import { useOpenPage } from '../../platform/page-state.ts';

/** Loaded with the page that is opened: the menu is on every page, most of which know nothing of these lists. */
const TARGETS = {
  person: {
    path: '/dashboard',
    show: async (id: number) => (await import('../people/list-view.ts')).showPersonAlone(id),
  },
  plan: {
    path: '/careplanlist',
    show: async (id: number) => (await import('../care-plans/list-view.ts')).showPlanAlone(id),
  },
} as const;

export const listOfNotice = ({ at }: Notice) => TARGETS[at].path;

const labelOf = (field: string) => (isPersonField(field) ? fieldOf(field).label : field);
/** What the way to its field is called; undefined: it is no field's matter. */
export const fieldOfNotice = ({ field }: Notice) => (field ? labelOf(field) : undefined);

/** The ways from a notice: to its row in a list, and to the very field that fixes it. */
export const useOpenNotice = () => {
  const openPage = useOpenPage();
  return {
    openRow: async ({ at, id }: Notice) => {
      const { path, show } = TARGETS[at];
      await show(id);
      await openPage(path);
    },
    openField: ({ id, field }: Notice) =>
      void openPage('/createuser', { mode: 'Modify', id, field: field ?? '' }),
  };
};
