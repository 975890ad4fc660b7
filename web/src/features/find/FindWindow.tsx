import { LONGEST_SEARCH } from '@homecare/domain/find/contract.ts';
import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Viewer } from '../../platform/row-actions.ts';
import { useEscape } from '../../ui/use-escape.ts';
import classes from './Find.module.css';
import { FindFoot } from './FindFoot.tsx';
import { FindList } from './FindList.tsx';
import { type FindEntry, type FindGroup, idWith } from './find-entries.ts';
import { useGroups } from './use-groups.ts';
import { useOpenEntry } from './use-open-entry.ts';
import { useRecent } from './use-recent.ts';

interface FindWindowProps {
  readonly opened: boolean;
  readonly viewer: Viewer;
  /** The screens that the role may open. */
  readonly screens: readonly FindEntry[];
  readonly onClose: () => void;
}

const NOTHING: readonly FindEntry[] = [];

/** Which entry is chosen: the first one until somebody goes on with the arrows. */
const useChosen = (groups: readonly FindGroup[]) => {
  const [key, setKey] = useState<string>();
  const entries = groups.flatMap((group) => group.entries);
  const at = Math.max(
    0,
    entries.findIndex((entry) => entry.key === key),
  );
  const step = (by: number) => setKey(entries[(at + by + entries.length) % entries.length]?.key);
  return { chosen: entries[at], isMoved: key !== undefined, step, choose: setKey };
};

/** What is typed, and the record whose actions are shown with Tab. */
const useTyped = () => {
  const [text, setText] = useState('');
  const [under, setUnder] = useState<FindEntry>();
  return {
    text,
    under,
    type: (next: string) => {
      setUnder(undefined);
      setText(next);
    },
    setUnder,
  };
};

/** Where the keys of the box lead. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

const FindBody = ({ viewer, screens, onClose }: Omit<FindWindowProps, 'opened'>) => {
  const { text, under, type, setUnder } = useTyped();
  const found = useGroups(text, viewer, screens);
  const recent = useRecent(screens);
  const id = useId();
  const groups = useMemo((): readonly FindGroup[] => {
    if (under) return [{ title: under.title, entries: under.actions ?? NOTHING }];
    if (text.trim() !== '') return found.groups;
    return recent.length > 0
      ? [{ title: 'Recent', entries: recent }]
      : [{ title: 'Go to', entries: screens }];
  }, [under, text, found.groups, recent, screens]);
  const { chosen, isMoved, step, choose } = useChosen(groups);
  const open = useOpenEntry(onClose);
  // Enter right after the last letter means what that letter finds, which is still on its way.
  const waiting = useRef(false);
  const isReady = found.isSettled || isMoved || under !== undefined;
  useEffect(() => {
    if (!isReady || !waiting.current) return;
    waiting.current = false;
    if (chosen) open(chosen, false);
  }, [isReady, chosen, open]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const by = STEPS[event.key];
    if (by) step(by);
    else if (event.key === 'Enter' && isReady) chosen && open(chosen, event.ctrlKey || event.metaKey);
    else if (event.key === 'Enter') waiting.current = true;
    else if (event.key === 'Tab' && !event.shiftKey && chosen?.actions) setUnder(chosen);
    else if (event.key === 'Tab' && event.shiftKey && under) setUnder(undefined);
    else if (event.key === 'Backspace' && text === '' && under) setUnder(undefined);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className={classes.box}>
        <IconSearch size={22} stroke={1.7} aria-hidden />
        <input
          className={classes.input}
          type="text"
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && idWith(id, chosen.key)}
          aria-autocomplete="list"
          placeholder="Name, phone, plan, claim, screen or action"
          maxLength={LONGEST_SEARCH}
          autoComplete="off"
          spellCheck={false}
          value={text}
          data-autofocus
          onChange={(event) => {
            waiting.current = false;
            choose(undefined);
            type(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={classes.close} onClick={onClose}>
          <span className={classes.onDesk}>Esc</span>
          <span className={classes.onPhone}>Cancel</span>
        </button>
      </div>
      <FindList id={id} groups={groups} chosen={chosen} words={found.words} onOpen={open} />
      <FindFoot
        isNothing={!under && found.isNothing}
        archived={found.archived}
        isFailed={found.isFailed}
        hasActions={chosen?.actions !== undefined}
      />
    </>
  );
};

/** 'Search or jump to' (docs/rules/find.md): what was typed is looked for in all that the role may see. */
export const FindWindow = ({ opened, onClose, ...rest }: FindWindowProps) => {
  useEscape(opened, onClose);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={726}
      closeOnEscape={false}
      classNames={{ inner: classes.inner ?? '', content: classes.content ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label="Search or jump to">
        <Modal.Body className={classes.body ?? ''}>
          {opened && <FindBody onClose={onClose} {...rest} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};
