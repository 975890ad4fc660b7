import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Note } from '../../ui/Note.tsx';
import classes from './Export.module.css';

interface ProblemNoteProps {
  readonly tone: 'danger' | 'warn';
  /** How many are shown at first. */
  readonly few: number;
  readonly problems: readonly string[];
  /** Of the button. */
  readonly size?: 'xs' | 'sm';
  readonly children?: ReactNode;
}

/** The first few problems; the rest on demand. */
export const ProblemNote = ({ tone, few, problems, size = 'xs', children }: ProblemNoteProps) => {
  const [all, setAll] = useState(false);
  if (problems.length === 0) return null;
  return (
    <Note
      tone={tone}
      actions={
        problems.length > few && (
          <Button size={size} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${problems.length}`}
          </Button>
        )
      }
    >
      {children}
      <ul className={classes.list}>
        {(all ? problems : problems.slice(0, few)).map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Note>
  );
};
