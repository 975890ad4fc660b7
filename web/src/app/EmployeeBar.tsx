import { Box } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { useWords } from '../caregiver/words.ts';
import { LanguageButton } from '../platform/LanguageButton.tsx';
import { useSite } from '../platform/own-site.ts';
import { useFullName } from '../platform/session.ts';
import classes from './Toolbar.module.css';
import { UserMenu } from './UserMenu.tsx';

/** Header of a caregiver's screens: language switch and user, no menu and no role (docs/rules/screens.md, rule 4). */
export const EmployeeBar = ({ title }: { readonly title: string }) => {
  const name = useFullName();
  const words = useWords();
  const site = useSite();
  return (
    <header className={classes.employee}>
      <Box miw={0}>
        <Box mih={16} fz={12} lh={1.3} c="dimmed">
          {site?.title}
        </Box>
        <h1 className={classes.title}>{title}</h1>
      </Box>
      <div className={classes.phoneTools}>
        <LanguageButton bare />
        <UserMenu
          words={words}
          face={
            <>
              <span className="visually-hidden">{name}</span>
              <IconUserCircle size={26} stroke={1.6} aria-hidden />
            </>
          }
        />
      </div>
    </header>
  );
};
