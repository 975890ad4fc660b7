import { Box } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useId, useState } from 'react';
import { Logo } from '../features/sites/Brand.tsx';
import { useSite } from '../platform/own-site.ts';
import { finds } from '../platform/role-copy.ts';
import { useSession } from '../platform/session.ts';
import { useCapabilities } from '../platform/site.ts';
import { PRODUCT } from '../platform/title.ts';
import { menuIcon, smallIcon } from '../ui/icons.ts';
import { FindButton } from './FindButton.tsx';
import { footerEntries, mainGroups, type RouteEntry } from './routes.ts';
import classes from './SideMenu.module.css';

interface SideMenuProps {
  /** Path of the current entry. */
  readonly marked: string | undefined;
  readonly inDrawer?: boolean;
}

const Entry = ({ entry, marked }: { readonly entry: RouteEntry; readonly marked: boolean }) => {
  if (!entry.menu) return null;
  const { icon: Icon, badge: Badge } = entry.menu;
  return (
    <li>
      <Link to={entry.path} className={classes.entry} aria-current={marked ? 'page' : undefined}>
        <Icon {...menuIcon} />
        {entry.menu.label}
        {Badge && (
          <Suspense>
            <Badge />
          </Suspense>
        )}
      </Link>
    </li>
  );
};

const FOLDED_KEY = 'menu-folded';

/** Groups folded on this device. In a low window the entries of a large agency do not all fit. */
const useFolded = () => {
  const [folded, setFolded] = useState(() => (localStorage.getItem(FOLDED_KEY) ?? '').split(','));
  return {
    isFolded: (group: string) => folded.includes(group),
    turn: (group: string) => {
      const next = folded.includes(group) ? folded.filter((one) => one !== group) : [...folded, group];
      localStorage.setItem(FOLDED_KEY, next.join(','));
      setFolded(next);
    },
  };
};

type MenuGroup = ReturnType<typeof mainGroups>[number];

interface GroupProps {
  readonly group: MenuGroup;
  readonly marked: string | undefined;
  readonly folded: ReturnType<typeof useFolded>;
}

/** A group under a heading that folds it. A folded group still shows the open page and entries with a count. */
const Group = ({ group: { heading, entries }, marked, folded }: GroupProps) => {
  const id = useId();
  const isFolded = heading !== null && folded.isFolded(heading);
  const shown = isFolded ? entries.filter(({ path, menu }) => path === marked || menu?.badge) : entries;
  return (
    <>
      {heading && (
        <button
          type="button"
          className={classes.heading}
          aria-expanded={!isFolded}
          aria-controls={id}
          onClick={() => folded.turn(heading)}
        >
          {heading}
          <IconChevronDown {...smallIcon} className={classes.chevron ?? ''} />
        </button>
      )}
      <ul id={id} className={classes.list} aria-label={heading ?? undefined}>
        {shown.map((entry) => (
          <Entry key={entry.path} entry={entry} marked={entry.path === marked} />
        ))}
      </ul>
    </>
  );
};

/** Ratio of width to height up to which a logo leaves enough of the line to the agency's name. */
const NARROW = 1.8;

/** Menu entries by role and capability, from the table of routes. */
export const SideMenu = ({ marked, inDrawer }: SideMenuProps) => {
  const session = useSession();
  const capabilities = useCapabilities();
  const site = useSite();
  const folded = useFolded();
  if (!session) return null;
  const groups = mainGroups(session.role, capabilities);
  const hasHeadings = groups.length > 1;
  const footer = footerEntries(session.role, capabilities);
  return (
    <div className={classes.menu} data-drawer={inDrawer || undefined}>
      <nav aria-label="Main">
        <div className={classes.brand}>
          <Logo size={30} widest={NARROW} />
          <div>
            <Box fz={14} fw={600} lh={1.2}>
              {site?.title ?? PRODUCT}
            </Box>
            <Box mih={15.6} fz={12} lh={1.3} c="dimmed">
              {site && PRODUCT}
            </Box>
          </div>
        </div>
        {finds(session.role) && <FindButton />}
        {groups.map((group) => (
          <Group
            key={group.heading}
            group={hasHeadings ? group : { ...group, heading: null }}
            marked={marked}
            folded={folded}
          />
        ))}
      </nav>
      {footer.length > 0 && (
        <nav aria-label="More" className={classes.footer}>
          <ul className={classes.list}>
            {footer.map((entry) => (
              <Entry key={entry.path} entry={entry} marked={entry.path === marked && !entry.menu?.main} />
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
};
