import { isOffice } from '@homecare/domain/call.ts';
import { useLocation } from '@tanstack/react-router';
import { Fragment } from 'react';
import { STORY_HINT } from '../features/visit-story/open-story.ts';
import { useSession } from '../platform/session.ts';
import classes from './KeyList.module.css';
import { routeOf } from './routes.ts';

type Keys = readonly (readonly [keys: string, does: string])[];

const FIND: Keys = [['Ctrl K', 'Search or jump to']];
const EVERYWHERE: Keys = [
  ['?', 'Guide and keys'],
  ['/', 'Search box of the page'],
  ['Esc', 'Close a menu or dialog, clear the search'],
  ['Ctrl S', 'Save or Modify'],
  ['Ctrl Enter', 'Press the filled button'],
  ['Ctrl P', 'Print the page, with all rows of its list'],
  ['Left, Right on tabs', 'Change the tab'],
  ['PageUp, PageDown on a date', 'Previous, next day'],
];
const TABLES: Keys = [
  ['Up, Down', 'Move between rows'],
  ['Enter', 'Edit or Show'],
  ['Shift F10, Menu key', 'Menu of the row'],
  ['Space', 'Select the row, with Shift and the arrows more of them'],
  ['Ctrl A', 'Select all'],
];
const VISITS: Keys = [[STORY_HINT, 'Story of the visit, from plan to pay']];
const COUNTED: Keys = [[STORY_HINT, 'Visits of the row, then the story of each']];

/** Additional shortcuts of a page, by path. */
const OF_PAGE: Readonly<Record<string, Keys>> = {
  '/schedule': [
    ...VISITS,
    ['C', 'Cover the visit'],
    ['Arrows', 'Next cell'],
    ['Space', 'Pick up a visit, then drop it'],
  ],
  '/visitstory': [['Up, Down', 'Previous, next visit of the list']],
  '/evvadmin': VISITS,
  '/claims': VISITS,
  '/monthclose': VISITS,
  '/authorizations': COUNTED,
  '/authorizations/one': COUNTED,
  '/payroll': COUNTED,
  '/margin': COUNTED,
  '/books': VISITS,
  '/privatepay': COUNTED,
  '/privatepay/account': COUNTED,
  '/privatepay/invoice': VISITS,
  '/careplanlist': COUNTED,
  '/careplan': [
    ['Arrows, Enter, Tab', 'Next cell, Enter goes down'],
    ['Tab in the week', 'Down the day, then the next day'],
    ['Ctrl D', 'Copy to the days on the right'],
  ],
  '/billing': [['Ctrl D', 'Copy to the days below, with Shift to the same weekday'], ...VISITS],
};

const Part = ({ title, keys }: { readonly title: string; readonly keys: Keys }) => (
  <section>
    <h3 className={classes.title}>{title}</h3>
    <dl className={classes.keys}>
      {keys.map(([key, does]) => (
        <Fragment key={key}>
          <dt>{key}</dt>
          <dd>{does}</dd>
        </Fragment>
      ))}
    </dl>
  </section>
);

/** Shortcuts of the frame and of the open page. */
export const KeyList = () => {
  const role = useSession()?.role;
  const pathname = useLocation({ select: (location) => location.pathname });
  const route = routeOf(pathname);
  const keys = OF_PAGE[route?.path ?? ''];
  return (
    <>
      {keys && <Part title="Keys of this page" keys={keys} />}
      <Part title="Keys everywhere" keys={isOffice(role) ? [...FIND, ...EVERYWHERE] : EVERYWHERE} />
      <Part title="Keys in a list" keys={TABLES} />
    </>
  );
};
