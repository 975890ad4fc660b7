import { type MouseEvent, useEffect, useRef, useState } from 'react';
import classes from './GuidePanel.module.css';
import { type Block, languageOf, manualAddress, type Piece } from './page.ts';
import { GUIDE } from './pages.ts';

const OPEN_MANUAL = { en: 'Open the manual', es: 'Abrir el manual' } as const;

type Open = (name: string) => void;

/** Words are known by their place: a page does not change while it is shown. */
const placed = <Entry,>(entries: readonly Entry[]) =>
  entries.map((entry, place) => ({ key: String(place), entry }));

const PieceText = ({ piece, onOpen }: { readonly piece: Piece; readonly onOpen: Open }) => {
  const { text, bold, to } = piece;
  if (to === undefined) return bold ? <b>{text}</b> : text;
  const open = (event: MouseEvent) => {
    // A new tab, however it was asked for, gets the page of the manual.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(to);
  };
  return (
    <a href={manualAddress(to)} onClick={open}>
      {text}
    </a>
  );
};

const Line = ({ line, onOpen }: { readonly line: readonly Piece[]; readonly onOpen: Open }) =>
  placed(line).map(({ key, entry }) => <PieceText key={key} piece={entry} onOpen={onOpen} />);

const BlockText = ({ block, onOpen }: { readonly block: Block; readonly onOpen: Open }) => {
  const { kind, lines } = block;
  const [first = []] = lines;
  if (kind === 'heading')
    return (
      <h4>
        <Line line={first} onOpen={onOpen} />
      </h4>
    );
  if (kind === 'text')
    return (
      <p>
        <Line line={first} onOpen={onOpen} />
      </p>
    );
  const List = kind === 'list' ? 'ul' : 'ol';
  return (
    <List>
      {placed(lines).map(({ key, entry }) => (
        <li key={key}>
          <Line line={entry} onOpen={onOpen} />
        </li>
      ))}
    </List>
  );
};

/** A page of the guide by its name; its links lead on to other pages in place. */
export const GuidePanel = ({ name }: { readonly name: string }) => {
  const [shown, setShown] = useState(name);
  const title = useRef<HTMLHeadingElement>(null);
  // The link that was pressed is gone with its page: reading goes on at the title of the next one, which is scrolled to.
  const hasMoved = useRef(false);
  useEffect(() => {
    if (hasMoved.current && shown) title.current?.focus();
  }, [shown]);
  const open = (next: string) => {
    hasMoved.current = true;
    setShown(next);
  };
  const page = GUIDE.get(shown);
  const [first, ...rest] = page?.blocks ?? [];
  return (
    <article className={classes.page} aria-label={page?.title} lang={languageOf(shown)}>
      <h3 ref={title} tabIndex={-1}>
        {page?.title}
      </h3>
      {first && <BlockText block={first} onOpen={open} />}
      {page?.picture && <img src={page.picture} alt={page.shows} width={900} height={579} />}
      {placed(rest).map(({ key, entry }) => (
        <BlockText key={key} block={entry} onOpen={open} />
      ))}
      <p>
        <a href={manualAddress(page ? shown : '')} target="_blank" rel="noreferrer">
          {OPEN_MANUAL[languageOf(shown)]}
        </a>
      </p>
    </article>
  );
};
