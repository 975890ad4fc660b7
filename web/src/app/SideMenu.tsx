import { Box } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, Suspense } from 'react';
import { Logo } from '../features/sites/Brand.tsx';
import { useSite } from '../platform/own-site.ts';
import { finds } from '../platform/role-copy.ts';
import { useSession } from '../platform/session.ts';
import { useCapabilities } from '../platform/site.ts';
import { PRODUCT } from '../platform/title.ts';
import { menuIcon } from '../ui/icons.ts';
import { FindButton } from './FindButton.tsx';
import { footerEntries, mainGroups, type RouteEntry } from './routes.ts';
import classes from './SideMenu.module.css';

interface SideMenuProps {
  /** Path of the entry that is marked as open. */
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

/** The name of the agency needs the rest of the line. */
const NARROW = 1.8;

/** Entries by role and switch, from the table of routes. */
export const SideMenu = ({ marked, inDrawer }: SideMenuProps) => {
  const session = useSession();
  const capabilities = useCapabilities();
  const site = useSite();
  if (!session) return null;
  const groups = mainGroups(session.role, capabilities);
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
        {groups.map(({ heading, entries }) => (
          <Fragment key={heading}>
            {heading && groups.length > 1 && <div className={classes.heading}>{heading}</div>}
            <ul className={classes.list} aria-label={heading ?? undefined}>
              {entries.map((entry) => (
                <Entry key={entry.path} entry={entry} marked={entry.path === marked} />
              ))}
            </ul>
          </Fragment>
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
