import { NOTICE_MENUS } from '@homecare/domain/notices/menus.ts';
import type { MenuKey, Notice } from '@homecare/domain/notices/schema.ts';
import type { ReactNode } from 'react';
import { Fold } from './Fold.tsx';
import { NoticeSection } from './NoticeSection.tsx';
import classes from './Notices.module.css';

interface NoticePanelProps {
  readonly menus: readonly (readonly [MenuKey, readonly Notice[]])[];
  readonly count: (notices: readonly Notice[]) => ReactNode;
  readonly onOpen: () => void;
}

/** What a badge opens: its list, or those of all kinds folded. */
export const NoticePanel = ({ menus, count, onOpen }: NoticePanelProps) => {
  const [single, ...others] = menus;
  if (single && others.length === 0)
    return <NoticeSection menu={single[0]} notices={single[1]} onOpen={onOpen} />;
  return (
    <>
      <p className={classes.about}>What needs attention, by kind</p>
      {menus.map(([menu, notices]) => (
        <Fold key={menu} title={NOTICE_MENUS[menu].title} count={count(notices)}>
          {() => <NoticeSection menu={menu} notices={notices} onOpen={onOpen} />}
        </Fold>
      ))}
    </>
  );
};
