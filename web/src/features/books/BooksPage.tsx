import type { BookCheck, BookPart, BookRun, BooksPage as Books } from '@homecare/domain/books/schema.ts';
import { showStamp } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { Button } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { StaleLine } from '../../platform/StaleLine.tsx';
import { useZone } from '../../platform/use-today.ts';
import { Note } from '../../ui/Note.tsx';
import { FreePage } from '../../ui/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { CHECK_BOOKS, useBooks } from './api.ts';
import classes from './BooksPage.module.css';
import { BooksSkeleton } from './BooksSkeleton.tsx';
import { CHECK_WORDS, PART_WORDS } from './book-words.ts';
import { CheckPanel } from './CheckPanel.tsx';
import { RecordList } from './RecordList.tsx';

interface Shown {
  readonly check: BookCheck;
  readonly part: BookPart | 'broken';
}

/** What needs eyes first: what does not add up; nothing else opens by itself. */
const firstShown = ({ results }: BookRun): Shown | undefined => {
  const broken = results.find(({ brokenCount }) => brokenCount > 0);
  return broken && { check: broken.check, part: 'broken' };
};

const Progress = ({ running }: { readonly running: BookRun }) => (
  <>
    <p role="status">
      {running.of === 0
        ? 'Checking the books…'
        : `Checking the books: ${running.done} of ${counted(running.of, 'step')}`}
    </p>
    <progress
      className={classes.bar}
      aria-label="Check of the books"
      max={Math.max(running.of, 1)}
      value={running.of === 0 ? undefined : running.done}
    />
  </>
);

const LastCheck = ({
  last,
  onCheck,
  isChecking,
}: {
  readonly last: BookRun;
  readonly onCheck: () => void;
  readonly isChecking: boolean;
}) => {
  const zone = useZone();
  const when = `Checked ${showStamp(last.ended ?? last.asked, zone)} ${last.askedBy ? `by ${last.askedBy}` : 'overnight'}`;
  const words =
    last.brokenCount === 0
      ? 'Everything adds up.'
      : `${counted(last.brokenCount, 'entry does', 'entries do')} not add up.`;
  return (
    <Note
      tone={last.brokenCount === 0 ? 'ok' : 'danger'}
      actions={
        <Button variant="filled" disabled={isChecking} onClick={onCheck}>
          Check now
        </Button>
      }
    >
      <b>{words}</b> {when}
    </Note>
  );
};

const Checked = ({ last, clients }: { readonly last: BookRun; readonly clients: Books['clients'] }) => {
  const [chosen, setChosen] = useState<Shown>();
  const shown = chosen ?? firstShown(last);
  const result = last.results.find(({ check }) => check === shown?.check);
  const heading = useRef<HTMLHeadingElement>(null);
  // The list is below the checks, on a phone out of sight: the focus goes there.
  useEffect(() => {
    if (chosen) heading.current?.focus();
  }, [chosen]);
  return (
    <>
      <div className={classes.checks}>
        {last.results.map((one) => (
          <CheckPanel key={one.check} result={one} onList={(part) => setChosen({ check: one.check, part })} />
        ))}
      </div>
      {shown && result && (
        <section aria-label="Records">
          <h2 ref={heading} tabIndex={-1}>
            {shown.part === 'broken'
              ? `${CHECK_WORDS[shown.check].title}: does not add up`
              : PART_WORDS[shown.part]}
          </h2>
          <RecordList
            key={`${shown.check} ${shown.part}`}
            result={result}
            part={shown.part}
            clients={clients}
          />
        </section>
      )}
    </>
  );
};

/** /books: the books prove themselves; what does not add up opens its records (docs/rules/books.md). */
export const BooksPage = () => {
  const query = useBooks();
  const check = useAction(CHECK_BOOKS);
  const failure = failureOf(query, 'Couldn’t load the books');
  const { data } = query;
  if (!data) return <FreePage>{failure ? <ErrorState {...failure} /> : <BooksSkeleton />}</FreePage>;
  const { last, running, clients } = data;
  const begin = () => void check.run({});
  return (
    <FreePage>
      <div className={classes.page}>
        <StaleLine query={query} />
        {running && <Progress running={running} />}
        {last ? (
          <>
            <LastCheck last={last} onCheck={begin} isChecking={check.pending || running !== null} />
            <Checked last={last} clients={clients} />
          </>
        ) : (
          !running && (
            <EmptyState
              icon={IconBook2}
              title="The books have not been checked yet"
              text="Every night each visit, billing record, claim, payment and payroll run is counted again. Run the first check now."
            >
              <Button variant="filled" disabled={check.pending} onClick={begin}>
                Check now
              </Button>
            </EmptyState>
          )
        )}
      </div>
    </FreePage>
  );
};
