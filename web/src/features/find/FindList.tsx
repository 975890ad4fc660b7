import { markTyped } from '@homecare/domain/find/rules.ts';
import { fold } from '@homecare/domain/fold.ts';
import { type MouseEvent, memo, useEffect, useRef } from 'react';
import { menuIcon } from '../../ui/icons.ts';
import classes from './Find.module.css';
import { type FindEntry, type FindGroup, idWith } from './find-entries.ts';

type Open = (entry: FindEntry, inNewTab: boolean) => void;

const Typed = memo(({ text, words }: { readonly text: string; readonly words: readonly string[] }) => {
  let at = 0;
  return markTyped(text, words, fold).map((piece) => {
    at += piece.text.length;
    return piece.isTyped ? (
      <mark key={at} className={classes.typed}>
        {piece.text}
      </mark>
    ) : (
      <span key={at}>{piece.text}</span>
    );
  });
});

interface LineProps {
  readonly id: string;
  readonly entry: FindEntry;
  readonly isChosen: boolean;
  readonly words: readonly string[];
  readonly onOpen: Open;
}

const Line = ({ id, entry, isChosen, words, onOpen }: LineProps) => {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const { icon: Icon } = entry;
  const press = (event: MouseEvent) => {
    if (event.button > 1) return;
    event.preventDefault();
    onOpen(entry, event.ctrlKey || event.metaKey || event.button === 1);
  };
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus and names the chosen line
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box
    <div
      ref={line}
      id={idWith(id, entry.key)}
      className={classes.line}
      role="option"
      aria-selected={isChosen}
      onMouseDown={(event) => event.preventDefault()}
      onClick={press}
      onAuxClick={press}
    >
      <Icon {...menuIcon} />
      <span className={classes.words}>
        <span className={classes.title}>
          <Typed text={entry.title} words={words} />
        </span>
        {entry.note && <span className={classes.note}>{entry.note}</span>}
      </span>
      {entry.aside && (
        <span className={classes.aside} data-tone={entry.tone}>
          {entry.aside}
        </span>
      )}
      {isChosen && (
        <span className={classes.enter} aria-hidden="true">
          Enter
        </span>
      )}
    </div>
  );
};

interface FindListProps {
  readonly id: string;
  readonly groups: readonly FindGroup[];
  readonly chosen: FindEntry | undefined;
  readonly words: readonly string[];
  readonly onOpen: Open;
}

/** What was found, under the names of its kinds; the box above keeps the focus. */
export const FindList = ({ id, groups, chosen, words, onOpen }: FindListProps) => (
  <div className={classes.list}>
    <div id={`${id}-list`} role="listbox" aria-label="Found">
      {groups.map(({ title, all, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
        <div key={title} role="group" aria-labelledby={idWith(id, title)}>
          <div className={classes.head}>
            <span id={idWith(id, title)}>{title}</span>
            {all && (
              <span className={classes.all}>
                <Line id={id} entry={all} isChosen={false} words={[]} onOpen={onOpen} />
              </span>
            )}
          </div>
          {entries.map((entry) => (
            <Line
              key={entry.key}
              id={id}
              entry={entry}
              isChosen={entry === chosen}
              words={words}
              onOpen={onOpen}
            />
          ))}
        </div>
      ))}
    </div>
  </div>
);
