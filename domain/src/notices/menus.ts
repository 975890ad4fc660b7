import type { Role, Switch } from '../call.ts';
import { isSwitchedOn, type Switches } from '../sites/rules.ts';
import { MENU_KEYS, type MenuKey } from './schema.ts';

export interface NoticeMenu {
  /** Name of the badge. */
  readonly title: string;
  /** First line of the open menu: what the list is. */
  readonly about: string;
  readonly none: string;
  readonly roles: readonly Role[];
  readonly needs: readonly Switch[];
}

const OFFICE = ['admin', 'user'] as const;
/** Role evv has no menus (docs/rules/notices.md, rule 15); role provider the birthdays. */
const EVERYONE = ['admin', 'user', 'provider'] as const;

export const NOTICE_MENUS: Readonly<Record<MenuKey, NoticeMenu>> = {
  eligibility: {
    title: 'Eligibility',
    about: 'Clients whose eligibility ended or ends within a month',
    none: 'No eligibility has ended or ends within a month.',
    roles: OFFICE,
    needs: ['premium', 'eligibility'],
  },
  tsErrors: {
    title: 'Timesheet errors',
    about: 'Scanned timesheets with errors',
    none: 'No scanned timesheet has errors.',
    roles: OFFICE,
    needs: ['version2'],
  },
  telehealthWarning: {
    title: 'Telehealth',
    about: 'Active clients without telehealth consent',
    none: 'Every active client has given telehealth consent.',
    roles: OFFICE,
    needs: ['premium'],
  },
  birthdayProvider: {
    title: 'Provider birthdays',
    about: 'Birthdays of providers in the next 10 days',
    none: 'No provider has a birthday in the next 10 days.',
    roles: EVERYONE,
    needs: [],
  },
  birthdayClient: {
    title: 'Client birthdays',
    about: 'Birthdays of clients in the next 10 days',
    none: 'No client has a birthday in the next 10 days.',
    roles: EVERYONE,
    needs: [],
  },
  warning: {
    title: 'Warnings',
    about: 'Expired, missing or wrong dates',
    none: 'No date is expired, missing or wrong.',
    roles: OFFICE,
    needs: [],
  },
  notifications: {
    title: 'Notifications',
    about: 'Expiring soon',
    none: 'No date expires soon and no vaccine is missing.',
    roles: OFFICE,
    needs: [],
  },
};

/** The menus of a role with what is switched on, in the order of the toolbar; a job of the server sees all. */
export const noticeMenus = (role: Role | 'job', capabilities: Switches): MenuKey[] =>
  MENU_KEYS.filter((key) => {
    const { roles, needs } = NOTICE_MENUS[key];
    const isAllowed = role === 'job' || roles.includes(role);
    return isAllowed && needs.every((needed) => isSwitchedOn(capabilities, needed));
  });
