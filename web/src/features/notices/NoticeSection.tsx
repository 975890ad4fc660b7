import { NOTICE_MENUS } from '@homecare/domain/notices/menus.ts';
import { type MenuKey, NOTICE_GROUPS, type Notice } from '@homecare/domain/notices/schema.ts';
import { Button, NativeSelect } from '@mantine/core';
import { useRef } from 'react';
import { useKept } from '../../platform/kept.ts';
import { Fold } from './Fold.tsx';
import { NoticeItems } from './NoticeItems.tsx';
import classes from './Notices.module.css';

interface SectionProps {
  readonly menu: MenuKey;
  readonly notices: readonly Notice[];
  readonly onOpen: () => void;
}

const GROUP_TITLES = { covidVaccine: 'No covid vaccine', employeeVaccine: 'No flu shot' } as const;

/**
 * Month filter of the timesheet errors with Clear (docs/rules/notices.md, rule 17). It stays as it is until Clear or sign-out:
 * each item closes the menu, and staff go through a month one by one.
 */
const TimesheetErrors = ({ menu, notices, onOpen }: SectionProps) => {
  const [chosen, setChosen] = useKept('notices.tsErrors.month', '');
  const months = [...new Set(notices.map(({ month }) => month ?? ''))].toSorted().toReversed();
  const month = months.includes(chosen) ? chosen : '';
  const select = useRef<HTMLSelectElement>(null);
  // A disabled button holds no focus: it goes back to the filter.
  const clear = () => {
    setChosen('');
    select.current?.focus();
  };
  return (
    <>
      <div className={classes.filter}>
        <NativeSelect
          ref={select}
          aria-label="Month"
          value={month}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[{ value: '', label: 'All months' }, ...months]}
        />
        <Button disabled={month === ''} onClick={clear}>
          Clear
        </Button>
      </div>
      <NoticeItems
        key={month}
        label={NOTICE_MENUS[menu].title}
        notices={month ? notices.filter((notice) => notice.month === month) : notices}
        onOpen={onOpen}
      />
    </>
  );
};

/** One menu's list: the first line says what it is; vaccines are in lists of their own. */
export const NoticeSection = ({ menu, notices, onOpen }: SectionProps) => {
  const { about, none, title } = NOTICE_MENUS[menu];
  const single = notices.filter(({ group }) => group === null);
  if (notices.length === 0) return <p className={classes.about}>{none}</p>;
  return (
    <>
      <p className={classes.about}>{about}</p>
      <div className={classes.list}>
        {menu === 'tsErrors' ? (
          <TimesheetErrors menu={menu} notices={notices} onOpen={onOpen} />
        ) : (
          single.length > 0 && <NoticeItems label={title} notices={single} onOpen={onOpen} />
        )}
        {NOTICE_GROUPS.map((group) => {
          const own = notices.filter((notice) => notice.group === group);
          if (own.length === 0) return null;
          return (
            <Fold
              key={group}
              title={GROUP_TITLES[group]}
              count={<span className={classes.plainCount}>{own.length}</span>}
            >
              {() => <NoticeItems label={GROUP_TITLES[group]} notices={own} onOpen={onOpen} />}
            </Fold>
          );
        })}
      </div>
    </>
  );
};
